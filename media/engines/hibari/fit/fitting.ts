import type { VoiceFitting } from '../../fitting.ts';
import { fitVoice } from './fit.ts';
import { improve } from './improve.ts';
import { measureVoice } from './measure.ts';
import { complaintAbout } from './reference.ts';

export const fitting: VoiceFitting = { fitVoice, improve, measureVoice, complaintAbout };
