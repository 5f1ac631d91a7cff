/// The stemmers of Meteor 1.5: Snowball's algorithms as they were before version 2.0, one file per language.
#pragma once

#include "standard.hpp"

namespace bolide::stem {

/// Reduces a word to its stem in place. Any input is allowed: digits, punctuation, capitals, unpaired surrogates.
using Stemmer = void (*)(std::u16string& word);

void danish(std::u16string& word);
void dutch(std::u16string& word);
void english(std::u16string& word);
void finnish(std::u16string& word);
void french(std::u16string& word);
void german(std::u16string& word);
void hungarian(std::u16string& word);
void italian(std::u16string& word);
void norwegian(std::u16string& word);
void portuguese(std::u16string& word);
void romanian(std::u16string& word);
void russian(std::u16string& word);
void spanish(std::u16string& word);
void swedish(std::u16string& word);
void turkish(std::u16string& word);

/// The stemmer of that name ("english"); null if there is none.
Stemmer stemmer_named(std::string_view name);

std::vector<std::string_view> stemmer_names();

}  // namespace bolide::stem
