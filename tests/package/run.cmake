# Builds and runs the consumer.
#   MODE installed: against an installation of BUILD_DIR made for this test; MODE source: with SOURCE_DIR as a subdirectory.
set(options -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${COMPILER})
if(LAUNCHER)
  list(APPEND options -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})
endif()
if(FLAGS)
  list(APPEND options "-DCMAKE_CXX_FLAGS=${FLAGS}")
endif()
if(MODE STREQUAL installed)
  file(REMOVE_RECURSE ${WORK_DIR})
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix
                  COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
  list(APPEND options -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix)
else()
  list(APPEND options -DPARLANCE_SOURCE=${SOURCE_DIR})
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${WORK_DIR}/build ${options}
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK_DIR}/build COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WORK_DIR}/build/consumer COMMAND_ERROR_IS_FATAL ANY)
