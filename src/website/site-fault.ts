/** Why a website cannot be read, as a sentence that says what to do. */
export class SiteFault extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'SiteFault';
  }
}
