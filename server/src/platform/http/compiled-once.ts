/**
 * Returns what `compile` makes of a schema, and makes it once for equal schemas: many routes have
 * the same parameters, and a process that builds several apps compiles each schema once.
 */
export function compiledOnce<Schema, Compiled>(
  compiled: Map<string, Compiled>,
  schema: Schema,
  compile: (schema: Schema) => Compiled,
): Compiled {
  const key = JSON.stringify(schema)
  const known = compiled.get(key)
  if (known !== undefined) return known
  const made = compile(schema)
  compiled.set(key, made)
  return made
}
