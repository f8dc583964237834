/** An error in a file, as a sentence for its sender. A retry cannot succeed. */
export class ImportFault extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'ImportFault';
  }
}
