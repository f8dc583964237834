import { type KernelForm, threadForms } from '../../dsp/kernels/forms.ts';
import { messageKernel, mostMessageBytes } from '../../dsp/kernels/media-message.ts';
import { base64Length, encodeBase64 } from './base64.ts';

/** Messages that differ only in the base64 in the middle. */
export interface AudioText {
  /**
   * Returns the text's bytes, valid until the next call. Allocates nothing while payloads have the same length, and
   * writes the bytes around the payload once.
   */
  print(payload: Uint8Array): Uint8Array;
}

export function createAudioText(head: string, tail: string, form: KernelForm = threadForms.wire): AudioText {
  const kernel = form === 'wasm' ? messageKernel : undefined;
  const headBytes = Buffer.from(head);
  const tailBytes = Buffer.from(tail);
  let text = new Uint8Array(0);
  let payloadBytes = -1;
  return {
    print(payload) {
      if (payload.length !== payloadBytes) {
        payloadBytes = payload.length;
        const length = headBytes.length + base64Length(payloadBytes);
        text = new Uint8Array(length + tailBytes.length);
        text.set(headBytes);
        text.set(tailBytes, length);
      }
      if (kernel === undefined || payloadBytes > mostMessageBytes) encodeBase64(payload, text, headBytes.length);
      else kernel.encode(payload, text, headBytes.length);
      return text;
    },
  };
}
