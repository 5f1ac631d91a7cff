// Snowball's stemmers of the Romance languages, except French.
#include "stem/affix.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

/// The treatment of some standard suffixes in their region: their replacement, and the suffixes removed after them if
/// these are in R2 (a list for remove_suffix).
struct Rule {
    View suffixes, replacement = {}, then = {};
    std::size_t Regions::* region = &Regions::r2;
};

class Rules {
  public:
    Rules(std::initializer_list<Rule> rules) : rules_(rules) {
        for (int number = 0; const Rule& rule : rules) suffixes_.add({rule.suffixes, rule.replacement, number++});
    }

    /// Replaces the longest suffix; returns whether it did.
    bool apply(Word& word, const Regions& regions) const {
        const Affix* suffix = longest_suffix(word, suffixes_);
        if (!suffix) return false;
        const Rule& rule = rules_[static_cast<std::size_t>(suffix->action)];
        if (!replace_in(word, suffix->letters.size(), regions.*rule.region, rule.replacement)) return false;
        remove_suffix(word, rule.then, regions.r2);
        return true;
    }

  private:
    std::vector<Rule> rules_;
    Affixes suffixes_{};
};

namespace es {

constexpr View vowels = u"aeiouáéíóúü";
const Affixes pronouns(u"me se sela selo selas selos la le lo las les los nos");
/// Verb forms that a pronoun may be attached to.
const Affixes hosts(u"iéndo ándo ár ér ír iendo ando ar er ir yendo");

// Parity: -acion and -ucion without their accents, known to Snowball 3.0, are not suffixes here.
const Rules standard = {
    {u"anza anzas ico ica icos icas ismo ismos able ables ible ibles ista istas oso osa osos osas amiento amientos "
     u"imiento imientos"},
    {u"adora ador ación adoras adores aciones ante antes ancia ancias", u"", u"ic"},
    {u"logía logías", u"log"},
    {u"ución uciones", u"u"},
    {u"encia encias", u"ente"},
    {u"amente", u"", u"iv+at os ic ad", &Regions::r1},
    {u"mente", u"", u"ante able ible"},
    {u"idad idades", u"", u"abil ic iv"},
    {u"iva ivo ivas ivos", u"", u"at"},
};

const Affixes y_verb_suffixes = {{.letters = u"ya ye yan yen yeron yendo yo yó yas yes yais yamos", .after = u"u"}};

enum Verb { hard, soft };

/// Before the e of a soft ending, g is written gu; the u is removed with the ending.
const Affixes verb_suffixes = {
    {u"en es éis emos", u"", soft},
    {u"arían arías arán arás aríais aría aréis aríamos aremos ará aré erían erías erán erás eríais ería eréis eríamos "
     u"eremos erá eré irían irías irán irás iríais iría iréis iríamos iremos irá iré aba ada ida ía ara iera ad ed id "
     u"ase iese aste iste an aban ían aran ieran asen iesen aron ieron ado ido ando iendo ió ar er ir as abas adas "
     u"idas ías aras ieras ases ieses ís áis abais íais arais ierais aseis ieseis asteis isteis ados idos amos ábamos "
     u"íamos imos áramos iéramos iésemos ásemos"},
};

void remove_acute_accents(Word& word, std::size_t from = 0) { translate(word, u"áéíóú", u"aeiou", from); }

void remove_attached_pronoun(Word& word, std::size_t rv) {
    const Affix* pronoun = longest_suffix(word, pronouns);
    if (!pronoun) return;
    const View verb = View(word).substr(0, word.size() - pronoun->letters.size());
    const Affix* host = longest_suffix(verb, hosts, rv);
    if (!host || (host->letters == u"yendo" && !verb.ends_with(u"uyendo"))) return;
    const std::size_t host_start = verb.size() - host->letters.size();
    replace_end(word, pronoun->letters.size());
    remove_acute_accents(word, host_start);
}

void remove_verb_suffix(Word& word, std::size_t rv) {
    const Affix* suffix = longest_suffix(word, verb_suffixes, rv);
    if (!suffix) return;
    replace_end(word, suffix->letters.size());
    if (suffix->action == soft && word.ends_with(u"gu")) word.pop_back();
}

}  // namespace es

namespace pt {

constexpr View vowels = u"aeiouáéíóúâêô";

// Parity: -ución and -uciones are Spanish; Snowball 2.0 replaced them with -ução and -uções.
const Rules standard = {
    {u"eza ezas ico ica icos icas ismo ismos ável ível ista istas oso osa osos osas amento amentos imento imentos "
     u"adora ador aça~o adoras adores aço~es ante antes ância"},
    {u"logía logías", u"log"},
    {u"ución uciones", u"u"},
    {u"ência ências", u"ente"},
    {u"amente", u"", u"iv+at os ic ad", &Regions::r1},
    {u"mente", u"", u"ante avel ível"},
    {u"idade idades", u"", u"abil ic iv"},
    {u"iva ivo ivas ivos", u"", u"at"},
};

const Affixes verb_suffixes(
    u"ada ida ia aria eria iria ará ara erá era irá ava asse esse isse aste este iste ei arei erei irei am iam ariam "
    u"eriam iriam aram eram iram avam em arem erem irem assem essem issem ado ido ando endo indo ara~o era~o ira~o ar "
    u"er ir as adas idas ias arias erias irias arás aras erás eras irás avas es ardes erdes irdes ares eres ires asses "
    u"esses isses astes estes istes is ais eis íeis aríeis eríeis iríeis áreis areis éreis ereis íreis ireis ásseis "
    u"ésseis ísseis áveis ados idos ámos amos íamos aríamos eríamos iríamos áramos éramos íramos ávamos emos aremos "
    u"eremos iremos ássemos êssemos íssemos imos armos ermos irmos eu iu ou ira iras");

/// Splits ã and õ into a vowel and a consonant.
void split_nasals(Word& word) {
    for (std::size_t at = 0; at < word.size(); ++at) {
        if (word[at] == u'ã') word.replace(at, 1, u"a~");
        if (word[at] == u'õ') word.replace(at, 1, u"o~");
    }
}

void join_nasals(Word& word) {
    for (std::size_t at = 0; at + 1 < word.size(); ++at) {
        if (word[at + 1] != u'~') continue;
        if (word[at] == u'a') word.replace(at, 2, u"ã");
        if (word[at] == u'o') word.replace(at, 2, u"õ");
    }
}

bool remove_standard_suffix(Word& word, const Regions& regions) {
    for (const View ira : {View(u"ira"), View(u"iras")})
        if (word.ends_with(ira))
            return preceded_by(word, ira.size(), u"e") && replace_in(word, ira.size(), regions.rv, u"ir");
    return standard.apply(word, regions);
}

void remove_final_e(Word& word, std::size_t rv) {
    if (word.ends_with(u"ç")) word.back() = u'c';
    if (!remove_suffix(word, u"e é ê", rv)) return;
    if (word.ends_with(u"gu") || word.ends_with(u"ci")) replace_in(word, 1, rv);
}

}  // namespace pt

namespace it {

constexpr View vowels = u"aeiouàèìòù";
const Affixes pronouns(
    u"ci gli la le li lo mi ne si ti vi sene gliela gliele glieli glielo gliene mela mele meli melo mene tela tele "
    u"teli telo tene cela cele celi celo cene vela vele veli velo vene");
/// Verb forms that a pronoun may be attached to. The infinitive loses its final e.
const Affixes hosts = {{u"ando endo"}, {u"ar er ir", u"e"}};

const Rules standard = {
    {u"anza anze ico ici ica ice iche ichi ismo ismi abile abili ibile ibili ista iste isti istà istè istì oso osi osa "
     u"ose mente atrice atrici ante anti"},
    {u"azione azioni atore atori", u"", u"ic"},
    {u"logia logie", u"log"},
    {u"uzione uzioni usione usioni", u"u"},
    {u"enza enze", u"ente"},
    {u"amento amenti imento imenti", u"", u"", &Regions::rv},
    {u"amente", u"", u"iv+at os ic abil", &Regions::r1},
    {u"ità", u"", u"abil ic iv"},
    {u"ivo ivi iva ive", u"", u"at+ic"},
};

const Affixes verb_suffixes(
    u"ammo ando ano are arono asse assero assi assimo ata ate ati ato ava avamo avano avate avi avo emmo enda ende "
    u"endi endo erà erai eranno ere erebbe erebbero erei eremmo eremo ereste eresti erete erò erono essero ete eva "
    u"evamo "
    u"evano evate evi evo Yamo iamo immo irà irai iranno ire irebbe irebbero irei iremmo iremo ireste iresti irete irò "
    u"irono isca iscano isce isci isco iscono issero ita ite iti ito iva ivamo ivano ivate ivi ivo ono uta ute uti uto "
    u"ar ir");

void mark_u_after_q(Word& word) {
    for (std::size_t at = 1; at < word.size(); ++at)
        if (word[at - 1] == u'q' && word[at] == u'u') word[at] = u'U';
}

void remove_attached_pronoun(Word& word, std::size_t rv) {
    const Affix* pronoun = longest_suffix(word, pronouns);
    if (!pronoun) return;
    const std::size_t length = pronoun->letters.size();
    const Affix* host = longest_suffix(View(word).substr(0, word.size() - length), hosts, rv);
    if (host) replace_end(word, length, host->replacement);
}

}  // namespace it

namespace ro {

constexpr View vowels = u"aeiouâîă";

enum Action { anyhow, after_t, checked };

const Affixes plural_suffixes = {{u"ul ului"},           {u"aua", u"a"},
                                 {u"ea ele elor", u"e"}, {u"ii iua iei iile iilor ile ilor", u"i"},
                                 {u"atei", u"at"},       {u"aţie aţia", u"aţi"}};

const Affixes combined_suffixes = {
    {u"abilitate abilitati abilităi abilităţi", u"abil"},
    {u"ibilitate", u"ibil"},
    {u"ivitate ivitati ivităi ivităţi", u"iv"},
    {u"icitate icitati icităi icităţi icator icatori iciv iciva icive icivi icivă ical icala icale icali icală", u"ic"},
    {u"ativ ativa ative ativi ativă aţiune atoare ator atori ătoare ător ători", u"at"},
    {u"itiv itiva itive itivi itivă iţiune itoare itor itori", u"it"}};

const Affixes standard_suffixes = {
    {u"at ata ată ati ate ut uta ută uti ute it ita ită iti ite ic ica ice ici ică abil abila abile abili abilă ibil "
     u"ibila ibile ibili ibilă oasa oasă oase os osi oşi ant anta ante anti antă ator atori itate itati ităi ităţi iv "
     u"iva ive ivi ivă"},
    {u"ism isme ist ista iste isti istă işti", u"ist"},
    {u"iune iuni", u"", after_t}};

/// A checked suffix needs a consonant or u before it.
const Affixes verb_suffixes = {
    {u"are ere ire âre ind ând indu ându eze ească ez ezi ează esc eşti eşte ăsc ăşti ăşte am ai au eam eai ea eaţi "
     u"eau iam iai ia iaţi iau ui aşi arăm arăţi ară uşi urăm urăţi ură işi irăm irăţi iră âi âşi ârăm ârăţi âră asem "
     u"aseşi ase aserăm aserăţi aseră isem iseşi ise iserăm iserăţi iseră âsem âseşi âse âserăm âserăţi âseră usem "
     u"useşi use "
     u"userăm userăţi useră",
     u"", checked},
    {u"ăm aţi em eţi im iţi âm âţi seşi serăm serăţi seră sei se sesem seseşi sese seserăm seserăţi seseră"}};

const Affixes final_vowels(u"a e i ie ă");

bool remove_standard_suffix(Word& word, std::size_t r2) {
    const Affix* suffix = suffix_within(word, standard_suffixes, r2);
    if (!suffix || (suffix->action == after_t && !preceded_by(word, suffix->letters.size(), u"ţ"))) return false;
    replace_end(word, suffix->letters.size(), suffix->replacement);
    if (suffix->action == after_t) word.back() = u't';
    return true;
}

void remove_verb_suffix(Word& word, std::size_t rv) {
    const Affix* suffix = longest_suffix(word, verb_suffixes, rv);
    if (!suffix) return;
    const std::size_t start = word.size() - suffix->letters.size();
    const bool consonant_before = start > rv && (word[start - 1] == u'u' || !is_in(vowels, word[start - 1]));
    if (suffix->action == anyhow || consonant_before) word.resize(start);
}

}  // namespace ro

}  // namespace

void spanish(Word& word) {
    const Regions regions = regions_of(word, es::vowels);
    const std::size_t rv = regions.rv;
    es::remove_attached_pronoun(word, rv);
    if (!es::standard.apply(word, regions) && !replace_suffix(word, es::y_verb_suffixes, rv))
        es::remove_verb_suffix(word, rv);
    if (!remove_suffix(word, u"os a o á í ó", rv) && remove_suffix(word, u"e é", rv) && word.ends_with(u"gu"))
        remove_suffix(word, u"u", rv);
    es::remove_acute_accents(word);
}

void portuguese(Word& word) {
    pt::split_nasals(word);
    const Regions regions = regions_of(word, pt::vowels);
    const std::size_t rv = regions.rv;
    if (pt::remove_standard_suffix(word, regions) || replace_suffix(word, pt::verb_suffixes, rv)) {
        if (word.ends_with(u"ci")) remove_suffix(word, u"i", rv);
    } else {
        remove_suffix(word, u"os a i o á í ó", rv);
    }
    pt::remove_final_e(word, rv);
    pt::join_nasals(word);
}

// Parity: elided words (dell', un') are kept, and divano is stemmed by rule, unlike in Snowball 3.0.
void italian(Word& word) {
    translate(word, u"áéíóú", u"àèìòù");
    it::mark_u_after_q(word);
    mark_between_vowels(word, it::vowels, u"iu", u"IU");
    const Regions regions = regions_of(word, it::vowels);
    const std::size_t rv = regions.rv;
    it::remove_attached_pronoun(word, rv);
    if (!it::standard.apply(word, regions)) replace_suffix(word, it::verb_suffixes, rv);
    if (remove_suffix(word, u"a e i o à è ì ò", rv)) remove_suffix(word, u"i", rv);
    if (ends_with(word, u"ch", rv) || ends_with(word, u"gh", rv)) word.pop_back();
    translate(word, u"IU", u"iu");
}

// Parity: suffixes are spelt with ş and ţ (cedilla) only; Snowball 3.0 also has the standard ș and ț (comma below).
void romanian(Word& word) {
    mark_between_vowels(word, ro::vowels, u"iu", u"IU");
    const Regions regions = regions_of(word, ro::vowels);
    if (!word.ends_with(u"abile")) replace_within(word, ro::plural_suffixes, regions.r1);
    bool reduced = false;
    while (replace_within(word, ro::combined_suffixes, regions.r1)) reduced = true;
    if (!ro::remove_standard_suffix(word, regions.r2) && !reduced) ro::remove_verb_suffix(word, regions.rv);
    replace_within(word, ro::final_vowels, regions.rv);
    translate(word, u"IU", u"iu");
}

}  // namespace bolide::stem
