/** What takes the place of names and streets of people. */
export const standInNames = {
  given:
    'Alex Robin Casey Jordan Morgan Riley Avery Quinn Rowan Taylor Jamie Harper Emery Sage Reese Finley Drew Blair Kendall Dana'.split(
      ' ',
    ),
  family:
    'Field Brook Hale Marsh Lane Wells Frost Page Stone Reed Banks Cole Dale Ford Grant Hayes Lowe Nash Pratt Shaw'.split(
      ' ',
    ),
  streets: ['Station Road', 'Park Street', 'Mill Lane', 'Church Road', 'Garden Avenue', 'Bridge Street', 'Hill Road'],
} as const;
