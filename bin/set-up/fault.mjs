/** Set-up cannot continue; the message is addressed to the user. */
export class SetUpFault extends Error {}
