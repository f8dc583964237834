/** What is wrong with a file, in a sentence for who sent it. No second attempt finds it any better. */
export class ImportFault extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'ImportFault';
  }
}
