/** Returns an object with a value for each field. */
export function recordOf<const Field extends string, Value>(
  fields: readonly Field[],
  read: (field: Field) => Value,
): Record<Field, Value> {
  const entries = fields.map((field) => [field, read(field)] as const)
  return Object.fromEntries(entries) as Record<Field, Value>
}
