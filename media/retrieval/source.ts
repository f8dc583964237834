/** A table as it is read: names of columns, and rows with as many cells. */
export interface Table {
  /** What stands above it. */
  readonly caption?: string | undefined;
  /** Empty where it names no columns. */
  readonly header: readonly string[];
  /** A row whose only cell is its first is a label of those below it. */
  readonly rows: readonly (readonly string[])[];
}

/** A text that questions are about: a document by its pages, or a recording by its times. */
export interface Source {
  /** Changes whenever the text does. */
  readonly key: string;
  readonly title: string;
  /** Whose it is: its name in a question says nothing about the subject. */
  readonly about?: string | undefined;
  /** The year that is meant where a question names none. */
  readonly year?: number | undefined;
  /** Asked for when it is needed. */
  read(): Promise<readonly Part[]>;
}

/** What a source says at a place of it: an answer stands on some. */
export interface Quote {
  readonly place: string;
  readonly text: string;
}

export interface Told {
  readonly text: string;
  readonly sources: readonly Quote[];
}

export interface Part {
  /** As an answer names it: "page 7". */
  readonly place: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | {
      readonly kind: 'text';
      readonly text: string;
      /** One of a list: all of it is about the same. */
      readonly isItem?: true;
      /** From which character on it is somewhere else than its part, in their order: sentences name their own place. */
      readonly places?: readonly { readonly from: number; readonly place: string }[];
    }
  | { readonly kind: 'table'; readonly table: Table };

/** What was asked in a conversation before, and what was answered. */
export interface Turn {
  readonly question: string;
  readonly answer: string;
}
