/** A file that is in the store of another server only. */
export class FileElsewhere extends Error {
  readonly code = 'file_elsewhere';

  constructor() {
    super(
      'The file is on another server of this installation. Send the request to that server, or set S3_ENDPOINT on all servers to share files.',
    );
    this.name = 'FileElsewhere';
  }
}
