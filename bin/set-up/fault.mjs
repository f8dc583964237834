/** Set-up cannot go on; the message is a sentence for the person at the keyboard. */
export class SetUpFault extends Error {}
