import { type DrawnTable, drawTable } from '../pdf/draw-table.ts';
import { paragraph, type Ruled, textPdf, type Written } from '../pdf/make-pdf.ts';

type Part =
  | { readonly heading: string }
  | { readonly text: string }
  | { readonly caption?: string; readonly table: Omit<DrawnTable, 'x' | 'y'> };

const lineCharacters = 92;

/** Builds pages of headings, running text and tables, one below the other. */
function filePdf(pages: readonly (readonly Part[])[]): Buffer {
  return textPdf(
    pages.map((parts, number) => {
      const drawn: (Written | Ruled)[] = [{ x: 300, y: 30, text: `${number + 1}`, size: 8 }];
      let y = 710;
      for (const part of parts) {
        if ('heading' in part) {
          drawn.push({ x: 72, y, text: part.heading, size: 15, bold: true });
          y -= 26;
        } else if ('text' in part) {
          const lines = part.text.match(new RegExp(`.{1,${lineCharacters}}(?:\\s|$)`, 'g')) ?? [];
          drawn.push(
            ...paragraph(
              72,
              y,
              lines.map((line) => line.trim()),
              10,
            ),
          );
          y -= lines.length * 12 + 12;
        } else {
          if (part.caption !== undefined) drawn.push({ x: 72, y, text: part.caption, size: 9, bold: true });
          const { parts: cells, bottom } = drawTable({ ...part.table, x: 72, y: y - 8 });
          drawn.push(...cells);
          y = bottom - 28;
        }
      }
      return drawn;
    }),
  );
}

const annual = filePdf([
  [
    { heading: 'Harrow Valves plc' },
    { heading: 'Annual Report 2024' },
    {
      text: 'Harrow Valves plc makes industrial valves for water, energy and food. It was founded in 1921 by Edith Harrow in Sheffield, where its head office still is.',
    },
  ],
  [
    { heading: 'Letter of the chief executive' },
    {
      text: 'Dear shareholders, 2024 was a strong year. Orders reached a record of EUR 910 million, mostly from water utilities. In May 2024 we acquired Delta Seals GmbH for EUR 45 million. The integration was completed in November.',
    },
    {
      text: 'We opened a new plant in Pune, India, in September 2024. It employs 220 people and makes butterfly valves. Our plant in Lille was closed in March.',
    },
    { text: 'Maria Keller, Chief Executive Officer' },
  ],
  [
    { heading: 'Financial review' },
    {
      text: 'Revenue rose by 6.3% to EUR 812.4 million. The board proposes a dividend of EUR 1.25 per share, to be paid on 12 June 2025. Net debt fell to EUR 140 million at the end of the year.',
    },
    {
      caption: 'Income statement',
      table: {
        widths: [190, 90, 90],
        rules: 'ends',
        rows: [
          ['In EUR million', '2024', '2023'],
          ['Revenue', '812.4', '764.0'],
          ['Cost of sales', '(520.1)', '(498.2)'],
          ['Gross profit', '292.3', '265.8'],
          ['Research and development', '(38.9)', '(35.0)'],
          ['Operating profit', '96.1', '88.7'],
          ['Net income', '66.8', '60.2'],
        ],
      },
    },
    {
      caption: 'Revenue by segment',
      table: {
        widths: [190, 90, 90],
        rules: 'all',
        rows: [
          ['In EUR million', '2024', '2023'],
          ['Water', '410.0', '371.5'],
          ['Energy', '262.4', '266.5'],
          ['Food', '140.0', '126.0'],
          ['Total', '812.4', '764.0'],
        ],
      },
    },
  ],
  [
    { heading: 'People' },
    {
      text: 'The group had 3,410 employees at the end of 2024, of whom 31% are women. Training took 24 hours per person on average. The collective agreement runs until December 2026.',
    },
    { heading: 'Risks' },
    {
      text: 'The largest risk is the price of nickel, which makes up a fifth of our material costs. A second risk is the shortage of skilled engineers. Cyber attacks are insured up to EUR 20 million.',
    },
    { heading: 'Auditor' },
    {
      text: 'The accounts were audited by Brandt & Partner, who have been our auditor since 2019. The audit fee was EUR 1.1 million.',
    },
  ],
  [
    { heading: 'Board of directors' },
    {
      table: {
        widths: [150, 190, 80],
        rules: 'rows',
        align: 'left',
        rows: [
          ['Name', 'Role', 'Since'],
          ['Jonas Whitfield', 'Chair', '2018'],
          ['Maria Keller', 'Chief Executive Officer', '2020'],
          ['Anil Deshmukh', 'Chief Financial Officer', '2022'],
          ['Sofia Lindqvist', 'Independent director', '2016'],
        ],
      },
    },
    { heading: 'Outlook' },
    {
      text: 'For 2025 we expect revenue between EUR 840 and 860 million and an operating margin of about 12%. Capital expenditure will be EUR 55 million, most of it for the foundry in Gdansk.',
    },
  ],
]);

const handbook = filePdf([
  [
    { heading: 'Maplewood Clinics: staff handbook' },
    {
      text: 'This handbook holds for all staff of the four clinics in Portland, Salem, Eugene and Bend. It takes effect on 1 March 2025 and replaces the edition of 2021.',
    },
    { heading: 'Working hours' },
    {
      text: 'A working week has 38 hours. Overtime must be approved by the clinic manager beforehand and is paid at 150% of the hourly wage. Breaks of 30 minutes are unpaid.',
    },
  ],
  [
    { heading: 'Leave' },
    {
      text: 'Full-time staff have 25 days of paid vacation a year. Up to five days may be carried over until the end of March. Requests are made in the portal at least two weeks ahead.',
    },
    {
      text: 'Sick leave is reported to the shift lead before 7 a.m. A doctor’s note is needed from the third day on. Parental leave is 16 weeks at full pay.',
    },
    { heading: 'Remote work' },
    { text: 'Administrative staff may work from home on two days a week. Nurses and physicians may not.' },
  ],
  [
    { heading: 'Safety' },
    {
      text: 'Needle injuries are reported to occupational health within one hour, by calling extension 4411. Fire drills take place every April and October. Gloves are changed between any two patients.',
    },
    {
      caption: 'Opening hours of the clinics',
      table: {
        widths: [110, 130, 130],
        rules: 'all',
        align: 'left',
        rows: [
          ['Clinic', 'Weekdays', 'Saturday'],
          ['Portland', '7:30 to 19:00', '9:00 to 13:00'],
          ['Salem', '8:00 to 18:00', 'closed'],
          ['Eugene', '8:00 to 17:30', '9:00 to 12:00'],
          ['Bend', '8:30 to 17:00', 'closed'],
        ],
      },
    },
    { heading: 'Fees' },
    {
      table: {
        widths: [200, 100],
        rules: 'none',
        rows: [
          ['Service', 'Fee in USD'],
          ['First consultation', '180'],
          ['Follow-up visit', '95'],
          ['Vaccination', '40'],
          ['Blood panel', '65'],
        ],
      },
    },
  ],
  [
    { heading: 'Data protection' },
    {
      text: 'Patient records are kept for ten years. Passwords are changed every 90 days and are never shared. Questions go to the data protection officer, Helen Osei. A lost laptop is reported to the service desk at once.',
    },
    { heading: 'Complaints' },
    {
      text: 'Complaints are answered within five working days. The ombudsperson is Dr. Peter Lang, whose office is in Salem.',
    },
  ],
]);

const sustainability = filePdf([
  [
    { heading: 'Bluefin Robotics' },
    { heading: 'Sustainability Report 2025' },
    {
      text: 'We build underwater robots that inspect cables and wind farms. Our aim is to be climate neutral by 2035.',
    },
  ],
  [
    { heading: 'Climate' },
    {
      text: 'Our emissions fell by 18% since 2022. All sites have run on renewable electricity since January 2024. Flights cause 12% of our footprint, and we cut them by half.',
    },
    {
      caption: 'Greenhouse gas emissions',
      table: {
        widths: [180, 75, 75, 75],
        rules: 'ends',
        rows: [
          ['Tonnes of CO2e', '2025', '2024', '2022'],
          ['Scope 1', '410', '455', '530'],
          ['Scope 2', '0', '120', '610'],
          ['Scope 3', '8,920', '9,300', '10,240'],
        ],
      },
    },
  ],
  [
    { heading: 'Water and waste' },
    {
      text: 'The test basin in Bergen uses 3,200 cubic metres of water a year, of which 90% is recycled. We recycled 76 tonnes of batteries. Hazardous waste is handled by Norsk Gjenbruk AS.',
    },
    {
      caption: 'Energy by site',
      table: {
        widths: [120, 90, 90],
        rules: 'all',
        headerRows: 2,
        rows: [
          ['', { text: 'Energy in MWh', span: 2 }],
          ['Site', 'Electricity', 'Heat'],
          ['Bergen', '1,480', '320'],
          ['Aberdeen', '960', '410'],
          ['Boston', '640', '150'],
        ],
      },
    },
  ],
  [
    { heading: 'People and suppliers' },
    {
      text: 'Bluefin has 540 employees from 31 nations. Staff turnover was 7%. Every new engineer spends a week at sea. In 2025 there were two accidents with lost time.',
    },
    {
      text: 'We audited 48 suppliers and ended contracts with three. Our code of conduct was signed by 96% of them. Cobalt comes from certified mines only.',
    },
    { heading: 'Community' },
    {
      text: 'We gave EUR 250,000 to ocean schools in Norway and Ghana. Volunteers cleaned 14 kilometres of beach in June.',
    },
  ],
]);

export interface TestFile {
  readonly name: string;
  readonly about: string;
  readonly year: number;
  readonly pdf: Buffer;
}

export const files = {
  annual: { name: 'Harrow annual report', about: 'Harrow Valves plc', year: 2024, pdf: annual },
  handbook: { name: 'Staff handbook', about: 'Maplewood Clinics', year: 2025, pdf: handbook },
  sustainability: { name: 'Bluefin report', about: 'Bluefin Robotics', year: 2025, pdf: sustainability },
} as const satisfies Record<string, TestFile>;
