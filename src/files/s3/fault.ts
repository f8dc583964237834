import { defineFaults } from '../../../media/line/define-faults.ts';

/** Failure of an object store request. `isRetryable`: the same request may succeed later. */
export const BucketFault = defineFaults('BucketFault', {
  bucket_unreachable: { isRetryable: true, advice: 'Start the object store, or correct S3_ENDPOINT.' },
  bucket_slow: { isRetryable: true, advice: 'Check the load of the object store and the network to it.' },
  bucket_missing: { isRetryable: true, advice: 'Create the bucket, or correct S3_BUCKET.' },
  bucket_refused: {
    isRetryable: true,
    advice:
      'Correct S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION. The key must be allowed to list, read, write and delete.',
  },
  bucket_clock: { isRetryable: true, advice: 'Set the clock of this machine; run a time service such as chrony.' },
  bucket_failed: { isRetryable: true, advice: 'Check the log of the object store.' },
  object_altered: {
    isRetryable: true,
    advice: 'The file was changed on its way to the object store. The upload is retried.',
  },
});

export type BucketFault = InstanceType<typeof BucketFault>;

const refusals = new Set([
  'AccessDenied',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'AuthorizationHeaderMalformed',
  'InvalidToken',
  'ExpiredToken',
]);
const altered = new Set(['BadDigest', 'InvalidDigest', 'XAmzContentSHA256Mismatch', 'XAmzContentChecksumMismatch']);

/** Maps an error response to its fault. `code` is the store's own, empty if the response has no body. */
export function faultOf(what: string, status: number, code: string): BucketFault {
  const message = `${what}: the object store answered ${status}${code === '' ? '' : ` ${code}`}`;
  if (code === 'NoSuchBucket') return new BucketFault('bucket_missing', `${what}: the bucket does not exist`);
  if (code === 'RequestTimeTooSkewed') return new BucketFault('bucket_clock', message);
  if (altered.has(code)) return new BucketFault('object_altered', message);
  if (refusals.has(code) || status === 401 || status === 403) return new BucketFault('bucket_refused', message);
  return new BucketFault('bucket_failed', message);
}
