#!/usr/bin/env bash
# The bundled server from a client's side: from nothing to an evaluated conversation.
#   KEY=plk_… examples/curl_tour.sh [http://127.0.0.1:8080]
set -euo pipefail
base="${1:-http://127.0.0.1:8080}/v1"
: "${KEY:?set KEY to an API key (make serve prints one)}"

call() {  # call METHOD PATH [BODY]
  curl -sS --fail-with-body -X "$1" -H "x-api-key: $KEY" -H 'Content-Type: application/json' "$base$2" ${3:+-d "$3"}
}
field() { python3 -c 'import json,sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }
unique=$(date +%s%N)

department=$(call POST /departments "{\"name\":\"Support $unique\"}" | field entityKey)
employee=$(call POST /employees "{\"name\":\"Ana Ruiz\",\"departmentId\":\"$department\"}" | field id)
provider=$(call POST /providers '{"name":"Main line","channel":"phone"}' | field id)
questionnaire=$(call POST /questionnaires '{"name":"Tour","passScore":70}' | field id)
question=$(call POST /questions "{\"questionnaireId\":\"$questionnaire\",\"type\":\"boolean\",
  \"title\":\"Did the employee greet the customer?\",\"passingAnswers\":[true],\"defaultAnswer\":false,
  \"cues\":[{\"answer\":true,\"speaker\":\"employee\",\"within\":{\"first\":2},\"phrases\":[\"good morning\"]}]}" | field id)
call PUT "/questionnaires/$questionnaire" '{"status":"active"}' >/dev/null

conversation=$(call POST /conversations \
  "{\"providerId\":\"$provider\",\"employeeId\":\"$employee\",\"originalDateTime\":1763500000000}" | field id)
call POST "/conversations/$conversation/messages" '{"messages":[
  {"senderRole":"employee","content":"Good morning, how can I help?","originalDateTime":1763500000000},
  {"senderRole":"customer","content":"I was charged twice.","originalDateTime":1763500004000}]}' >/dev/null

for _ in $(seq 50); do
  status=$(call GET "/conversations/$conversation" | field status)
  [ "$status" = PENDING ] || break
  sleep 0.1
done
echo "conversation $conversation is $status"
call GET "/conversations/$conversation/answers" | python3 -m json.tool
call GET "/questions/$question/stats" | python3 -m json.tool
call GET "/employees/$employee/stats" | python3 -m json.tool
