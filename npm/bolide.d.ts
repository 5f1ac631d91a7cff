type Part = "precision" | "recall" | "f1" | "f_mean" | "fragmentation" | "penalty" | "chrf" | "lcs" | "semantics";

/** The numbers of a pair or a corpus; a part is null where it is undefined, or has no share in the score. */
export type Scores = { score: number } & Record<Part, number | null>;

/** `statistics` add up over segments; `reference` is the place of the reference that counted. */
export type SegmentScore = Scores & { statistics: number[]; reference: number };
export type CorpusScore = Scores & { statistics: number[]; segments: SegmentScore[] };

type Place = "hypothesis_start" | "hypothesis_length" | "reference_start" | "reference_length" | "chunk" | "similarity";
export type Match = { matcher: string } & Record<Place, number>;
export type Alignment = Scores & { matches: Match[] } & Record<"hypothesis" | "reference", string[]> &
  Record<"hypothesis_function" | "reference_function", boolean[]>;

export interface Meteor {
  readonly signature: string;
  readonly matchers: string[];
  readonly parameters: number[];
  readonly weights: number[];
  score(hypothesis: string, references: string | string[]): SegmentScore;
  scoreCorpus(hypotheses: string[], references: (string | string[])[]): CorpusScore;
  scoreStatistics(statistics: number[], numbers?: { parameters?: number[]; weights?: number[] }): Scores;
  align(hypothesis: string, reference: string): Alignment;
}

/** Opens the metric of a language, or one from settings; `read` gets files of this package, and tables that settings name. */
export function open(
  what?: { language?: string; preset?: "universal+" } | string,
  options?: { read?: (name: string) => Uint8Array | Promise<Uint8Array> },
): Promise<Meteor>;
