/** An error in a file of rows, as a sentence for its sender. A retry cannot succeed. */
export class SheetFault extends Error {
  /** `too_large`: the file is within its own size limit and has too much in it. */
  readonly kind: 'damaged' | 'too_large';

  constructor(sentence: string, kind: SheetFault['kind'] = 'damaged') {
    super(sentence);
    this.name = 'SheetFault';
    this.kind = kind;
  }
}
