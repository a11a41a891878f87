/** Removes undefined fields, because the API rejects empty parameters. */
export function given<Fields extends Record<string, unknown>>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> }
}
