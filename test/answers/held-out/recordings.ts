/** A line of a recording: the voice and its words. */
export type Line = readonly [speaker: string, text: string];

const standup: readonly Line[] = [
  [
    'daniel',
    'Good morning. This is Daniel. Let us begin with the second warehouse. It opens on the fourth of May, two weeks later than we hoped.',
  ],
  [
    'maya',
    'The new packing machine runs well. It packs nine hundred boxes in an hour. The old machine managed five hundred.',
  ],
  ['daniel', 'What about the papers for customs?'],
  ['ruth', 'Laura takes care of the customs papers from now on. She did the same work at the harbor for ten years.'],
  ['maya', 'The delivery from Rotterdam was late because of a strike at the port. The customer was not angry.'],
  ['daniel', 'And the insurance?'],
  [
    'ruth',
    'The insurance cost three thousand two hundred dollars this year. Last year it was less than three thousand.',
  ],
  [
    'maya',
    'I would like to leave the supplier Parker. Their boxes break too often. We have not found a better supplier yet.',
  ],
  ['daniel', 'We are still missing three drivers. The advertisement is in the newspaper since Friday.'],
  ['ruth', 'The summer party is at the lake. The budget for the party is six hundred dollars.'],
  ['daniel', 'Thank you all. We meet again on Thursday at nine.'],
];

const museum: readonly Line[] = [
  ['nina', 'Welcome to the museum in the old lighthouse. The lighthouse was built in 1862 from white stone.'],
  ['nina', 'There are two hundred and fourteen steps to the top. There is no elevator.'],
  ['daniel', 'Who lived here?'],
  ['nina', 'The keeper lived here with his family. The last keeper was Thomas Wright. He left the tower in 1971.'],
  ['daniel', 'How did the lamp work?'],
  ['nina', 'At first it burned whale oil. The lamp became electric in 1934. The light can be seen for nineteen miles.'],
  [
    'ruth',
    'A ticket for adults is seven dollars. The family ticket costs eighteen dollars. Children under six pay nothing.',
  ],
  ['ruth', 'The museum is closed on Monday. In winter we open at eleven, in summer at nine.'],
];

export const recordings = { standup, museum } as const;
