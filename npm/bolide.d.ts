/** The numbers of a pair or a corpus; null where something is undefined, or has no share in the score. */
export interface Scores {
  score: number;
  precision: number | null;
  recall: number | null;
  f1: number | null;
  f_mean: number | null;
  fragmentation: number | null;
  penalty: number | null;
  chrf: number | null;
  lcs: number | null;
  semantics: number | null;
}

/** `statistics` add up over segments; `reference` is the place of the reference that counted. */
export interface SegmentScore extends Scores {
  statistics: number[];
  reference: number;
}

export interface CorpusScore extends Scores {
  statistics: number[];
  segments: SegmentScore[];
}

export interface Match {
  matcher: string;
  hypothesis_start: number;
  hypothesis_length: number;
  reference_start: number;
  reference_length: number;
  chunk: number;
  similarity: number;
}

export interface Alignment extends Scores {
  hypothesis: string[];
  reference: string[];
  hypothesis_function: boolean[];
  reference_function: boolean[];
  matches: Match[];
}

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

export interface Options {
  /** Reads a file of this package, or a table that settings name. */
  read?: (name: string) => Uint8Array | Promise<Uint8Array>;
}

export function open(what?: { language?: string; preset?: "universal+" } | string, options?: Options): Promise<Meteor>;
