/** Without what is not there: the API takes no empty parameter. */
export function given<Fields extends Record<string, unknown>>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> }
}
