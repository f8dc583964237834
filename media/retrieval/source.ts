/** A parsed table: column names, and rows with as many cells. */
export interface Table {
  /** Text above the table. */
  readonly caption?: string | undefined;
  /** Empty if the columns have no names. */
  readonly header: readonly string[];
  /** A row with a cell only in its first column labels the rows below it. */
  readonly rows: readonly (readonly string[])[];
  /** Numbers of the rows in a spreadsheet, which become part of their place. */
  readonly rowNumbers?: readonly number[] | undefined;
}

/** A text that can be searched: a document with pages, or a recording with times. */
export interface Source {
  /** Changes with the text. */
  readonly key: string;
  readonly title: string;
  /** Owner of the source. Its name in a question does not count as a search term. */
  readonly about?: string | undefined;
  /** Year assumed if the question names none. */
  readonly year?: number | undefined;
  /** Length of a recording. */
  readonly durationMs?: number | undefined;
  /** Loads the text on demand. */
  read(): Promise<readonly Part[]>;
}

/** The part of a source that supports an answer. */
export interface Quote {
  readonly place: string;
  readonly text: string;
  /** Index of the part that contains it. */
  readonly part?: number | undefined;
}

export interface SourcedText {
  readonly text: string;
  readonly sources: readonly Quote[];
}

export interface Part {
  /** The place as an answer names it: "page 7". */
  readonly place: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | {
      readonly kind: 'text';
      readonly text: string;
      /** Whether it is a list item, all of whose sentences are about the same thing. */
      readonly isItem?: true;
      /**
       * Start offsets of text that is in another place than its part, in order. Sentences are cited with their own
       * place.
       */
      readonly places?: readonly { readonly from: number; readonly place: string }[];
    }
  | { readonly kind: 'table'; readonly table: Table };

/** An earlier question of the conversation and its answer. */
export interface Turn {
  readonly question: string;
  readonly answer: string;
}
