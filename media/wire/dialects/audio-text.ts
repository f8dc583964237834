import { base64Length, encodeBase64 } from './base64.ts';

/**
 * Prints messages that are alike but for the base64 in their middle. The answer is the text's bytes, and is good until
 * the next: nothing is allocated as long as the payloads are of one length.
 */
export function createAudioText(head: string, tail: string): (payload: Uint8Array) => Uint8Array {
  const headBytes = Buffer.from(head);
  const tailBytes = Buffer.from(tail);
  let text = new Uint8Array(0);
  let payloadBytes = -1;
  return (payload) => {
    if (payload.length !== payloadBytes) {
      payloadBytes = payload.length;
      const length = headBytes.length + base64Length(payloadBytes);
      text = new Uint8Array(length + tailBytes.length);
      text.set(headBytes);
      text.set(tailBytes, length);
    }
    encodeBase64(payload, text, headBytes.length);
    return text;
  };
}
