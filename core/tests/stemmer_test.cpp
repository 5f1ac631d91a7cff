// The stemmers: the jar's stems of some words in every language.
#include <algorithm>

#include "stem/affix.hpp"
#include "stem/stemmer.hpp"
#include "tests/harness.hpp"
#include "tests/small_language.hpp"
#include "text/utf8.hpp"

namespace {

using namespace bolide;

struct Sample {
    std::string_view stemmer;
    std::string_view words;  ///< Each followed by its stem.
};

constexpr Sample samples[] = {
    {"danish",
     "afdød afdød oversvømmede oversvømmed stivner stivn sjelumiels sjelumiel grædetiden grædetid krøget krøg "
     "ihjelslagnes ihjelslagn abiezriterne abiezrit forspandene forspand sjælens sjæl sjuniternes sjunit "
     "sprængt spræng måtte måt dadlende dadl tiopere tiop uskyldig uskyld barnets barn søsteren søst pigers "
     "pig udsige uds slamme slam lidelse lid frygtelig frygt slukke sluk ynkværdigste ynkværd lallende lal "
     "bryststykkerne bryststyk forsmædelsens forsmæd dalenes dal mættes mæt hemmeligheden hem asjerastøtten "
     "asjerastøt uforkrænkelighed uforkrænk halsstarrighed halsstar dårligt dår adsplittet adsplit"},
    {"dutch",
     "kopersmacht kopersmacht meedeinden meedeind geografische geografisch stropellets stropellet verrassing "
     "verrass laatdunkende laatdunk luisterend luister onrechtmatig onrechtmat proefnemingen proefnem "
     "gezellige gezell bijelkaar bijelkar woonklimaat woonklimat tijdschaal tijdschal optrokken optrok "
     "overslaan overslan woordenloos woordenlos tegenspraak tegensprak onuitroeibare onuitroei vrouwelijkheid "
     "vrouwelijk duur dur kostenvoordeel kostenvoordel antidiluviaanse antidiluviaan tastten tast zoeligheden "
     "zoelig dijklichaam dijklicham engineering enginer cubaanse cuban ruimtevaartuigen ruimtevaartu inbedding "
     "inbed procédés procedes aalsmeerse aalsmer kreeg kreg éven even zuidoekraïnse zuidoekrain beantwoordde "
     "beantwoord gevaarlijke gevar"},
    {"english",
     "added ad dying die inning inning arduous arduous thuds thud beehive beehiv uninjured uninjur foreknowing "
     "foreknow busines busin mossy mossi doncaster doncast curiously curious detention detent desirers desir "
     "particularity particular contumelious contumeli humiliation humili rehearsal rehears tardiness tardi "
     "irrevocable irrevoc calculate calcul accommodated accommod packings pack skating skate fundamentally "
     "fundament bobbing bob ebbed eb sidings side adulterates adulter offing of instinctive instinct "
     "ingredient ingredi pettifogging pettifog equidistant equidist advantageable advantag intentional intent "
     "running run happiness happi generously generous skies sky news news internment intern emergency emerg "
     "universities univers paste past organism organ"},
    {"finnish",
     "aarteiden aarteid aarteeseen aartees breakfast breakfast heikkurinen heikkurin ideaalin ideaal chicagon "
     "chicago asenteisiin asenteis harmonisoitua harmonisoitu aiheuttaneeseen aiheuttanees hilpi hilp "
     "avainsanan avainsan hellävaraisia hellävarais edeltänyt edeltäny erovuoroisista erovuorois "
     "hallintojohtajaa hallintojohtaj aviomiehet aviomieh ahnehtivat ahnehtiv eheyttäville eheyttäv häkkilä "
     "häkkil huoltotien huoltot ennakoitavissa ennakoitav aikalautakunta aikalautakun clemente clement "
     "guatemalaan guatemal europpan europ hämmästyttäväksi hämmästyttäv aukioloajoissa aukioloaj "
     "alaruumiistaan alaruum arkeologeja arkeolog herätyskello herätyskelo esitelmässä esitelm ajatuksineen "
     "ajatuks aukkoja auko investointejaan investoint avaruusasemalta avaruusasem ahdistuksessaan ahdistuks"},
    {"french",
     "altaïque altaïqu aiguë aiguë reçus reçus hautboïste hautboïst dadaïstes dadaïst serpents serpent indigné "
     "indign chagriner chagrin déplaisait déplais avisa avis simplifiée simplifi oscillaient oscill narrant "
     "narr ambiguïtés ambiguït priez pri dînées dîn remplacement remplac chiaramonti chiaramont cavalerie "
     "cavaler troublèrent troubl autoriserait autoris illusions illus maris mar retentit retent vanvitelli "
     "vanvitel londonner london donnât don assurances assur régnez regn précéda préced impertinences "
     "impertinent renvoyez renvoi enlèverais enlev poésies poes puissantes puiss libellé libel"},
    {"german",
     "bedürfnisse bedurfniss ausgespannt ausgespannt stangen stang loskettete loskettet sogenannter sogenannt "
     "moses mos tempels tempel gottesverehrung gottesverehr bessern bess empfangenen empfang pankrazens "
     "pankraz nutzleistungen nutzleist neunundsechzig neunundsechz grossblumigen grossblum zweitausend "
     "zweitaus erzwungene erzwung hunderttausende hunderttaus aufziehenden aufzieh ferneren fern engere eng "
     "eigenliebige eigenlieb nachdenklich nachdenk vielem viel treibst treib kinderfest kinderf präsident "
     "prasident zwölfjährigen zwolfjahr jägerlatein jagerlatein lärmende larmend wunderlichste wund angehörend "
     "angehor ändern and gefängnisses gefangniss geständnisse gestandniss mädel madel ächzen achz häuser haus "
     "straße strass"},
    {"hungarian",
     "kibuggyanó kibuggyanó látomást látomás adófizetési adófizetés meghozza meghozz közte közt kötetek kötet "
     "lerombolták lerombolta böngésztem böngészt marasztaltak marasztalt kormánycsapatok kormánycsapat "
     "anyagnak anyag kisliszoltam kisliszolt lenyomja lenyom munkahéten munkahét kérhetnek kérhet megküldik "
     "megküld kitartunk kitart közelítsék közelítse leereszkedtünk leereszkedt kapacitását kapacitás "
     "bevizsgáláson bevizsgálás kockaszenet kockaszen kaphatók kapható alapgondolat alapgondol mégpedig mégp "
     "kilátóig kilátó magánzárkában magánzár levéllel levél keszemet kesz kapniuk kapn kamatoztatnám "
     "kamatoztatna kezén kez negyedóráig negyedór múltamban múlt mindegyikének mindegy napirendet napiren "
     "miről miről betétből betétből házakból ház"},
    {"italian",
     "dow dow libelli libell riflette riflett arrestino arrestin rossonera rossoner desiderato desider "
     "malannaggia malannagg postare post barricata barric carati car dimostrava dimostr savio sav ripensando "
     "ripens concentrano concentr rapinate rapin consacrazione consacr fomentar foment superatò superat "
     "appiattarsi appiatt avvenendo avven unanimità unanim ritraggono ritragg raccorderà raccord commettere "
     "commett insediamento insed ratificherà ratific comunicazione comun progressiste progress cesserebbe cess "
     "angustiosa angust cerchio cerc telespettatori telespett accresciuta accresc accetterò accett discorrerti "
     "discorr potervi pot"},
    {"norwegian",
     "sponhaug sponhaug overlate overlat rødmer rødm markedsverdien markedsverdi arbeidsopplegget "
     "arbeidsopplegg samanknytinga samanknyting tårene tår innehar inneh ansettes ansett grunnleggende "
     "grunnlegg distrikts distrikt markedsdominert markedsdominer kommunens kommun førast før jotundatters "
     "jotundatt eigedommane eigedomm overvurderte overvurder pliktig plikt pensjonsytelse pensjonsyt "
     "avtalefestede avtalefest gjennomsiktige gjennomsikt fagleg fag markedsnærhet markedsnær sjølvskiftande "
     "sjølvskift formålstjenlige formålstjen tomheten tom kjøpslova kjøp opphavlege opphav felleseiga felles "
     "boligen bol anvendelsen anvend ufråvikeleg ufråvik bestemmelser bestemm oversendes overs skjevheter "
     "skjev stiftelseslovens stiftelse"},
    {"portuguese",
     "evolução evoluçã details details saindo saind baixa baix maldade maldad heróicas heróic regentes regent "
     "banheiros banheir informar inform exagerado exager penitenciária penitenciár modificou modific picotada "
     "picot tablados tabl coincidam coincid privatizando privatiz decidem decid empulhação empulh "
     "shalikashvili shalikashvil omitido omit localizadas localiz jagger jagg atacaram atac válida vál "
     "explosivos explos estabeleceu estabelec volumoso volum dançava danc pronunciadas pronunc recebesse receb "
     "reprovável reprov renegociando renegoc sugeriu suger ambicioso ambic produzirá produz canhonear canhon"},
    {"romanian",
     "cras cras menţiuni menţiun bizare bizar latenţă latenţ ariana arian inerţii inerţ hăinărie hăinăr "
     "editorialul editorial admirare admir comunicat comunic procesoarele procesoar dezamăgirile dezamăgir "
     "drăgălaşenia drăgălaşen aleşilor aleş orchestrată orchestr moşierimea moşierim proprietarului proprietar "
     "dezinformarea dezinform utilizez utiliz desăvîrșit desăvîrș huţănesc huţăn tîmplelor tîmpl gastronomică "
     "gastronom sponsorizează sponsoriz inițiatori iniț selecţionator selecţion urmărindu urmăr trivialităţi "
     "trivial sertarele sert asfinţire asfinţ obținusem obțin ambiguităţii ambigu iepuroaică iepuro deschise "
     "desch apariţii apar substantivitate substant acțiuni acțiun acţiuni acţiun națiunile națiun"},
    {"russian",
     "берёза берёз лгут лгут владычества владычеств держу держ мухи мух николашке николашк пахло пахл гитарой "
     "гитар левый лев придерживал придержива жёсткость жёсткост вытаскивая вытаскив питомцы питомц профессором "
     "профессор подписывать подписыва экие эк проклятий проклят ночую ноч настояла настоя гранит гран тупым "
     "туп страшное страшн кушает куша проронить пророн верхнюю верхн забавах забав приснившийся присн принеся "
     "прин людях люд помнилось помн врывавшихся врыва плотных плотн отдаленное отдален толпившимися толп "
     "находившейся наход мелькающем мелька"},
    {"spanish",
     "expuesta expuest mercantil mercantil egreso egres prepotentes prepotent arranque arranqu sujetos sujet "
     "asociar asoci texas tex adecuado adecu tituló titul calificada calific ajustan ajust derivados deriv "
     "esternón esternon conservando conserv transfieren transfier impactaron impact llegarse lleg estimulación "
     "estimul inexploradas inexplor suspendido suspend ecología ecolog placer plac gritaba grit holandés "
     "holandes abuchearon abuch constituyen constitu dígale digal negociarían negoci enfilamos enfil próximo "
     "proxim contrincantes contrinc referirme refer súbitamente subit vísperas visper revolución revolu acción "
     "accion acciones accion"},
    {"swedish",
     "penningbegäret penningbegäret jungfrurna jungfrurn veden ved kunder kund viole viol tofs tof förklarar "
     "förklar syndade synd draperande draper liudfeldt liudfeld slingrat slingr gammalstavad gammalstav liknas "
     "likn sträckor sträck olyckliga olyck huvudstadens huvudstad vidlyftig vidlyft pilarna pil sorgfälligt "
     "sorgfäl obetänksamhet obetänksam langrandiga langrand disigt dis mattare matt obeskrivlig obeskriv "
     "infinna infin styvmodern styvmod förbannat förban gästkammaren gästkamm förtroligheten förtro besinnar "
     "besin tillåtelsen tillåt lyckligaste lyck läckerheter läcker erkänn erkän vaggfast vaggf välbetänkta "
     "välbetänk"},
    {"turkish",
     "fas fas çalýþmanýn çalýþmaný tutması tutmas kaplumbağalar kaplumbağa vadesi vades dönüþler dönüþ "
     "tohumları tohum izlediği izledik hızlanacağı hızlanacak rüyada rüya zekiye zeki ızmitin ızmit "
     "gönüllerini gönül deve dev yaşamadıklarını yaşamadık sporseverleri sporsever gözde göz yaylara yay "
     "götürebileceğini götürebilecek kaya ka yasa yas tacirlerinin tacir ılçenin ılçe yatakta yatak tutuşunu "
     "tutuş yönelimin yönel götürmüş götür yapmakınsan yapmak evsahıbı evsahıp varılmasından varılma "
     "sevmektedir sevmek şüphelilerin şüphel virüsüne virü binlerce bin dağılımı dağıl bürokrasiyi bürokrasi "
     "istanbul'un istanbul'"},
};

std::string stemmed(std::string_view stemmer, std::string_view word) {
    std::u16string units = text::to_utf16(word);
    stem::stemmer_named(stemmer)(units);
    return text::to_utf8(units);
}

}  // namespace

TEST("Every stemmer has the jar's stems") {
    for (const auto& [stemmer, line] : samples) {
        const auto words = tests::words_of(line);
        CHECK_EQ(words.size() % 2, 0u);
        for (std::size_t i = 0; i < words.size(); i += 2)
            CHECK_EQ(words[i] + " " + stemmed(stemmer, words[i]), words[i] + " " + words[i + 1]);
    }
}

TEST("There is a sample for every stemmer, and names are sorted") {
    const auto names = stem::stemmer_names();
    CHECK_EQ(names.size(), std::size(samples));
    CHECK(std::is_sorted(names.begin(), names.end()));
    for (std::size_t i = 0; i < names.size(); ++i) CHECK_EQ(names[i], samples[i].stemmer);
    CHECK(stem::stemmer_named("klingon") == nullptr);
}

TEST("The defects of the jar's stemmers are kept") {
    CHECK_EQ(stemmed("german", "bedürfnisse"), "bedurfniss");  // No rule for -niss.
    CHECK_EQ(stemmed("finnish", "aarteiden"), "aarteid");      // Endings with a condition never apply,
    CHECK_EQ(stemmed("finnish", "aarteeseen"), "aartees");     // the shorter one does.
    CHECK_EQ(stemmed("hungarian", "miről"), "miről");          // Knows õ in the place of ő.
    CHECK_EQ(stemmed("hungarian", "betétből"), "betétből");
    CHECK_EQ(stemmed("portuguese", "evolução"), "evoluçã");  // Spelt ución.
    CHECK_EQ(stemmed("russian", "берёза"), "берёз");         // ё is not е.
    CHECK_EQ(stemmed("french", "altaïque"), "altaïqu");      // No ï, no ë.
    CHECK_EQ(stemmed("french", "aiguë"), "aiguë");
    CHECK_EQ(stemmed("romanian", "inițiatori"), "iniț");  // Comma below is a consonant it does not know.
    CHECK_EQ(stemmed("english", "added"), "ad");
}

TEST("Capitals, digits, marks and other scripts are words like any other") {
    CHECK_EQ(stemmed("english", "Running"), "Run");
    CHECK_EQ(stemmed("english", "RUNS"), "RUNS");
    CHECK_EQ(stemmed("english", "'90s'"), "90s");
    CHECK_EQ(stemmed("english", "y's"), "y");
    CHECK_EQ(stemmed("english", "naïve"), "naïv");
    CHECK_EQ(stemmed("german", "Häuser"), "Haus");
    CHECK_EQ(stemmed("french", "Chevaux"), "Cheval");
    CHECK_EQ(stemmed("russian", "Книги"), "Книг");
    CHECK_EQ(stemmed("finnish", "1,000"), "1,00");
    for (const std::string_view name : stem::stemmer_names())
        for (const std::string_view word : {"", ".", "42", "\U0001F600", "日本", "\uFFFD"})
            CHECK_EQ(stemmed(name, word), word);
}

TEST("Affixes are found longest first and never across the border given") {
    const stem::Affixes table = {{u"s", u"", 1}, {u"ies", u"", 2}, {u"es", u"", 3}};
    CHECK_EQ(stem::longest_suffix(u"flies", table)->action, 2);
    CHECK_EQ(stem::longest_suffix(u"flies", table, 3)->action, 3);
    CHECK_EQ(stem::longest_suffix(u"flies", table, 4)->action, 1);
    CHECK(stem::longest_suffix(u"flies", table, 5) == nullptr);
    CHECK(stem::longest_suffix(u"fly", table) == nullptr);
    CHECK_EQ(stem::longest_prefix(u"essay", table)->action, 3);
    CHECK(stem::longest_prefix(u"", table) == nullptr);
}

TEST("A region begins behind the first consonant that follows a vowel") {
    CHECK_EQ(stem::region_after(u"beautiful", u"aeiou", 0), 5u);
    CHECK_EQ(stem::region_after(u"beautiful", u"aeiou", 5), 7u);
    CHECK_EQ(stem::region_after(u"beau", u"aeiou", 0), 4u);
    CHECK_EQ(stem::region_after(u"", u"aeiou", 0), 0u);
}
