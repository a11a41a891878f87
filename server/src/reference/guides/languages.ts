/** Languages of an example with their names, in the order of its blocks. The first is the default. */
export const LANGUAGES = [
  ['sh', 'curl'],
  ['ts', 'TypeScript'],
  ['python', 'Python'],
] as const
