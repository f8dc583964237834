export { createDerivedFiles, type DerivedFiles } from './derived-files.ts';
export { createHandOver, type HandOver } from './hand-over.ts';
export { joinRecording } from './joined-recording.ts';
export { createMp3Files, type Mp3, type Mp3Files } from './mp3-files.ts';
export { preferredSound } from './preferred-sound.ts';
export { createRecordingFiles, type RecordingFiles } from './recording-files.ts';
export { createSilencedRecordings, type SilencedRecordings, type UploadWav } from './silenced-recordings.ts';
export { createStoredRecordings, type FoundRecording, type StoredRecordings } from './stored-recordings.ts';
export type { WavFile } from './wav-file.ts';
