/** telephony_a's element that records the following audio, each side on its own channel. */
export const recordElement = (begins: 'at_once' | 'when_dialled_answers', callbackUrl: string) => ({
  [begins === 'at_once' ? '@recordSession' : '@startOnDialAnswer']: 'true',
  '@redirect': 'false',
  '@recordChannelType': 'stereo',
  '@maxLength': '14400',
  '@callbackUrl': callbackUrl,
  '@callbackMethod': 'POST',
});
