export { joinRecording } from './joined-recording.ts';
export { createMp3Files, type Mp3Files } from './mp3-files.ts';
export { preferredSound } from './preferred-sound.ts';
export { createRecordingFiles, type RecordingFiles } from './recording-files.ts';
