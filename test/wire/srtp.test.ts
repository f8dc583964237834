import { describe, expect, test } from 'vitest';
import type { SrtpKeys } from '../../media/line/rtp.ts';
import { createSrtpReceiver, createSrtpSender } from '../../media/wire/rtp/srtp.ts';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
/** The master key of RFC 3711, B.3. */
const key = hex('e1f97a0d3e018be0d64fa32c06de41390ec675ad498afeebb6960b3aabe6').toString('base64');
const keys: SrtpKeys = { suite: 'AES_CM_128_HMAC_SHA1_80', localKey: key, remoteKey: key };
/** Published with libsrtp's test program. */
const plain = hex(`800f1234decafbadcafebabe${'ab'.repeat(16)}`);
const encrypted = hex('800f1234decafbadcafebabe4e55dc4ce79978d88ca4d215949d2402b78d6acc99ea179b8dbb');
const plainControl = hex(`81c8000bcafebabe${'ab'.repeat(16)}`);
const encryptedControl = hex('81c8000bcafebabe7128035be487b9bdbef89041f977a5a880000001993e08cd54d6c1230798');

const packetOf = (sequence: number): Buffer => {
  const packet = Buffer.from(plain);
  packet.writeUInt16BE(sequence, 2);
  return packet;
};

describe('SRTP', () => {
  test('encrypts and decrypts the published packets', () => {
    expect(createSrtpSender(keys).protect(plain)).toEqual(encrypted);
    expect(createSrtpReceiver(keys).unprotect(encrypted)).toEqual(plain);
    expect(createSrtpSender(keys).protectControl(plainControl)).toEqual(encryptedControl);
    expect(createSrtpReceiver(keys).unprotectControl(encryptedControl)).toEqual(plainControl);
  });

  test('has a shorter tag for audio with the other suite', () => {
    const short = { ...keys, suite: 'AES_CM_128_HMAC_SHA1_32' } as const;
    const packet = createSrtpSender(short).protect(plain);
    expect(packet).toEqual(encrypted.subarray(0, -6));
    expect(createSrtpReceiver(short).unprotect(packet)).toEqual(plain);
    expect(createSrtpSender(short).protectControl(plainControl)).toEqual(encryptedControl);
  });

  test('refuses what was changed at any place, is repeated, or is too short', () => {
    for (let at = 0; at < encrypted.length; at++) {
      const forged = Buffer.from(encrypted);
      forged[at] = (forged[at] as number) ^ 1;
      expect(createSrtpReceiver(keys).unprotect(forged)).toBeUndefined();
    }
    for (let at = 0; at < encryptedControl.length; at++) {
      const forged = Buffer.from(encryptedControl);
      forged[at] = (forged[at] as number) ^ 1;
      expect(createSrtpReceiver(keys).unprotectControl(forged)).toBeUndefined();
    }
    const receiver = createSrtpReceiver(keys);
    expect(receiver.unprotect(encrypted)).toBeDefined();
    expect(receiver.unprotect(encrypted)).toBeUndefined();
    expect(receiver.unprotectControl(encryptedControl)).toBeDefined();
    expect(receiver.unprotectControl(encryptedControl)).toBeUndefined();
    for (let length = 0; length < 22; length++) {
      expect(receiver.unprotect(encrypted.subarray(0, length))).toBeUndefined();
      expect(receiver.unprotectControl(encryptedControl.subarray(0, length))).toBeUndefined();
    }
  });

  test('follows the sequence numbers across their end, out of order and with losses', () => {
    const sender = createSrtpSender(keys);
    const numbers = [65_533, 65_534, 65_535, 0, 1, 2];
    const packets = numbers.map((sequence) => sender.protect(packetOf(sequence)));
    const receiver = createSrtpReceiver(keys);
    for (const at of [0, 3, 2, 5, 4])
      expect(receiver.unprotect(packets[at] as Buffer)).toEqual(packetOf(numbers[at] as number));
    expect(receiver.unprotect(packets[3] as Buffer)).toBeUndefined();
  });
});
