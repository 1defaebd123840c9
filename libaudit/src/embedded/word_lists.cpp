#include "embedded/word_lists.hpp"

#include <array>

namespace parlance::audit::embedded {
namespace {

// clang-format off
constexpr std::string_view en_stop[] = {
    "a", "about", "after", "all", "an", "and", "any", "anything", "are", "as", "at", "be", "been", "before", "being",
    "but", "by", "call", "conversation", "did", "do", "does", "during", "else", "ever", "every", "for", "from", "get",
    "had", "has", "have", "he", "her", "his", "how", "i", "if", "in", "into", "is", "it", "its", "me", "my", "of", "on",
    "or", "our", "out", "over", "properly", "same", "she", "so", "some", "such", "that", "the", "their", "them", "then",
    "there", "these", "they", "this", "those", "to", "up", "was", "we", "were", "what", "when", "where", "whether",
    "which", "while", "who", "whom", "whose", "why", "with", "you", "your", "will", "would", "should", "could", "can"};
constexpr std::string_view en_employee[] = {"employee", "agent", "advisor", "adviser", "representative", "rep",
    "operator", "assistant", "bot", "staff", "clerk", "worker"};
constexpr std::string_view en_customer[] = {"customer", "client", "caller", "user", "buyer", "consumer", "guest"};
constexpr std::string_view en_asking[] = {"ask", "request", "inquire", "enquire"};
constexpr std::string_view en_telling[] = {"say", "said", "tell", "told", "mention", "state", "explain", "give", "gave",
    "provide", "inform", "use", "make", "made", "let", "know"};
constexpr std::string_view en_negation[] = {"not", "no", "never", "none", "neither", "nor", "nothing", "without",
    "cannot", "unable", "cant", "dont", "doesnt", "didnt", "wont", "isnt", "arent", "wasnt", "werent", "havent", "hasnt",
    "hadnt", "couldnt", "wouldnt", "shouldnt", "hardly", "forgot", "fail", "refuse"};
constexpr std::string_view en_hypothetical[] = {"if", "can", "could", "would", "should", "may", "might", "must",
    "unless", "will", "later", "soon", "maybe", "perhaps", "shall", "i'll", "we'll", "i'd", "we'd"};
constexpr std::string_view en_copula[] = {"is"};
constexpr std::string_view en_everyday[] = {"yes", "no", "ok", "okay", "good", "great", "fine", "bad", "other", "others",
    "none", "unknown", "high", "low", "medium", "sure", "right", "wrong", "well", "more", "less", "first", "last",
    "many", "few", "new", "old", "open", "positive", "negative", "neutral", "happy", "help", "thanks", "call"};

constexpr std::string_view es_stop[] = {
    "a", "al", "algo", "algun", "alguna", "ante", "aquel", "como", "con", "conversacion", "cual", "cuando", "cuanto",
    "de", "del", "desde", "donde", "durante", "el", "ella", "en", "entre", "era", "es", "esa", "ese", "eso", "esta",
    "este", "esto", "fue", "ha", "haber", "habia", "hacia", "hasta", "hay", "la", "las", "le", "les", "lo", "llamada",
    "los", "mas", "me", "mi", "mis", "muy", "nos", "o", "otra", "otro", "para", "pero", "por", "que", "quien", "se",
    "ser", "si", "sobre", "son", "su", "sus", "tambien", "te", "tu", "un", "una", "uno", "unos", "y", "ya", "yo"};
constexpr std::string_view es_employee[] = {"empleado", "empleada", "agente", "asesor", "asesora", "operador",
    "operadora", "representante", "asistente"};
constexpr std::string_view es_customer[] = {"cliente", "clienta", "usuario", "usuaria", "comprador"};
constexpr std::string_view es_asking[] = {"pregunto", "preguntar", "pidio", "pedir", "solicito", "solicitar"};
constexpr std::string_view es_telling[] = {"dijo", "decir", "menciono", "mencionar", "explico", "explicar", "informo",
    "informar", "dio", "dar", "indico", "hizo"};
constexpr std::string_view es_negation[] = {"no", "nunca", "jamas", "nada", "ninguno", "ninguna", "ni", "sin", "tampoco",
    "imposible"};
constexpr std::string_view es_hypothetical[] = {"puedo", "puede", "podria", "podemos", "quiere", "quisiera", "debe",
    "deberia", "quizas", "luego", "cuando", "gustaria", "voy", "vamos"};
constexpr std::string_view es_copula[] = {"es"};
constexpr std::string_view es_everyday[] = {"si", "no", "bueno", "buena", "bien", "mal", "malo", "otro", "otra", "otros",
    "ninguno", "alto", "bajo", "medio", "claro", "mas", "menos", "nuevo", "positivo", "negativo", "neutral", "gracias"};

constexpr std::string_view pt_stop[] = {
    "a", "algo", "algum", "alguma", "ao", "aos", "as", "com", "como", "conversa", "da", "das", "de", "depois", "do",
    "dos", "durante", "e", "ela", "ele", "em", "entre", "era", "essa", "esse", "esta", "este", "eu", "foi", "ha", "isso",
    "isto", "ja", "lhe", "ligacao", "mais", "mas", "me", "meu", "minha", "muito", "na", "nas", "no", "nos", "o", "onde",
    "os", "ou", "outra", "outro", "para", "pela", "pelo", "por", "qual", "quando", "quanto", "que", "quem", "se", "ser",
    "seu", "seus", "sobre", "sua", "suas", "sao", "tambem", "te", "tem", "um", "uma", "voce"};
constexpr std::string_view pt_employee[] = {"funcionario", "funcionaria", "atendente", "agente", "operador", "operadora",
    "representante", "assistente"};
constexpr std::string_view pt_customer[] = {"cliente", "usuario", "usuaria", "comprador"};
constexpr std::string_view pt_asking[] = {"perguntou", "perguntar", "pediu", "pedir", "solicitou", "solicitar"};
constexpr std::string_view pt_telling[] = {"disse", "dizer", "mencionou", "mencionar", "explicou", "explicar",
    "informou", "informar", "deu", "dar", "indicou", "fez"};
constexpr std::string_view pt_negation[] = {"nao", "nunca", "jamais", "nada", "nenhum", "nenhuma", "nem", "sem",
    "impossivel"};
constexpr std::string_view pt_hypothetical[] = {"posso", "pode", "poderia", "podemos", "quer", "gostaria", "deve",
    "deveria", "talvez", "caso", "quando", "vou", "vamos"};
constexpr std::string_view pt_copula[] = {"e"};
constexpr std::string_view pt_everyday[] = {"sim", "nao", "bom", "boa", "bem", "mal", "mau", "outro", "outra", "outros",
    "nenhum", "alto", "baixo", "medio", "claro", "mais", "menos", "novo", "positivo", "negativo", "neutro", "obrigado"};
// clang-format on

constexpr std::array<WordLists, 3> lists = {WordLists{en_stop, en_employee, en_customer, en_asking, en_telling,
                                                      en_negation, en_hypothetical, en_copula, en_everyday},
                                            WordLists{es_stop, es_employee, es_customer, es_asking, es_telling,
                                                      es_negation, es_hypothetical, es_copula, es_everyday},
                                            WordLists{pt_stop, pt_employee, pt_customer, pt_asking, pt_telling,
                                                      pt_negation, pt_hypothetical, pt_copula, pt_everyday}};

}  // namespace

const WordLists& word_lists(org::Language language) {
  return lists.at(static_cast<std::size_t>(language));
}

}  // namespace parlance::audit::embedded
