import { type Document, nameOf, type Schema } from '../document.ts'
import { comment, docstring, indented, isKeyword, pascalCase, quoted } from './names.ts'

/**
 * Writes Python types for schemas. Values of a request are limited to the known ones. Answers may
 * have values that a newer service added, so there the known ones are joined with `str`.
 */
export class TypeWriter {
  readonly #document: Document
  /** Names of the schemas that requests need. */
  readonly #sent: ReadonlySet<string>
  readonly #written = new Map<string, string[]>()

  constructor(document: Document, sent: ReadonlySet<string>) {
    this.#document = document
    this.#sent = sent
  }

  /** Writes the type of each named schema; returns them as lines of Python. */
  lines(names: Iterable<string>): string[] {
    for (const name of [...names].sort()) {
      const schema = this.#document.components.schemas[name]
      if (schema === undefined) throw new Error(`There is no schema ${name}`)
      this.#named(name, schema, this.#sent.has(name))
    }
    return [...this.#written.values()].flatMap((lines) => ['', '', ...lines])
  }

  /** Returns the type of a schema as an expression. */
  typeOf(schema: Schema, isSent: boolean, name: string): string {
    if (schema.$ref !== undefined) return this.#reference(schema.$ref, isSent)
    if (schema.const !== undefined) return `Literal[${python(schema.const)}]`
    if (schema.enum !== undefined) return valuesOf(schema.enum, isSent)
    const alternatives = schema.anyOf ?? schema.oneOf
    if (alternatives !== undefined) return this.#union(alternatives, isSent, name)
    if (schema.allOf !== undefined) {
      return schema.allOf.length === 1
        ? this.typeOf(schema.allOf[0] ?? {}, isSent, name)
        : 'Dict[str, Any]'
    }
    if (Array.isArray(schema.type)) {
      const parts = schema.type.map((type) => ({ ...schema, type }))
      return this.#union(parts, isSent, name)
    }
    return this.#plain(schema, isSent, name)
  }

  #plain(schema: Schema, isSent: boolean, name: string): string {
    switch (schema.type) {
      case 'string':
        return 'str'
      case 'integer':
        return 'int'
      case 'number':
        return 'float'
      case 'boolean':
        return 'bool'
      case 'null':
        return 'None'
      case 'array': {
        const item = this.typeOf(schema.items ?? {}, isSent, `${name}Item`)
        return isSent ? `Sequence[${item}]` : `List[${item}]`
      }
      case 'object':
        return this.#object(schema, isSent, name)
      default:
        return 'Any'
    }
  }

  #object(schema: Schema, isSent: boolean, name: string): string {
    if (Object.keys(schema.properties ?? {}).length > 0) {
      const key = this.#freeName(name)
      this.#typedDict(key, schema, isSent)
      return key
    }
    const { additionalProperties: more } = schema
    if (typeof more !== 'object') return 'Dict[str, Any]'
    return `Dict[str, ${this.typeOf(more, isSent, `${name}Value`)}]`
  }

  #freeName(name: string): string {
    const { schemas } = this.#document.components
    const isTaken = (one: string) => this.#written.has(one) || one in schemas
    let free = name
    for (let number = 2; isTaken(free); number++) free = `${name}${number}`
    return free
  }

  #reference(ref: string, isSent: boolean): string {
    const name = nameOf(ref)
    const schema = this.#document.components.schemas[name]
    return schema?.enum !== undefined && !isSent ? `Union[${name}, str]` : name
  }

  #union(parts: readonly Schema[], isSent: boolean, name: string): string {
    const values = parts.flatMap((part) => part.enum ?? [])
    const enums = values.length > 0 ? [valuesOf([...new Set(values)], isSent)] : []
    const others = parts
      .filter((part) => part.enum === undefined)
      .map((part, at) => this.typeOf(part, isSent, at === 0 ? name : `${name}${at + 1}`))
    const types = [...new Set([...enums, ...others])].sort(
      (a, b) => Number(a === 'None') - Number(b === 'None'),
    )
    return types.length === 1 ? (types[0] ?? 'Any') : `Union[${types.join(', ')}]`
  }

  #named(name: string, schema: Schema, isSent: boolean): void {
    const isObject = schema.type === 'object' && Object.keys(schema.properties ?? {}).length > 0
    if (isObject) {
      this.#typedDict(name, schema, isSent)
      return
    }
    // The known values of an enum are the type of this name; answers join it with `str`.
    const type = this.typeOf(schema, isSent || schema.enum !== undefined, name)
    // Evaluated when the module is loaded, so types that follow are named as text.
    const late = type.replace(/\b[A-Z]\w*\b(?!\[)(?![^"]*"(?:,|\]))/g, (one) =>
      TYPING.has(one) ? one : quoted(one),
    )
    this.#written.set(name, [...comment(schema.description), ...aliasOf(name, late)])
  }

  #typedDict(name: string, schema: Schema, isSent: boolean): void {
    // Reserves the place, in front of the types of its fields.
    this.#written.set(name, [])
    const required = new Set(schema.required ?? [])
    const fields = Object.entries(schema.properties ?? {}).map(([field, inside]) => ({
      field,
      type: dated(field, this.typeOf(inside, isSent, name + pascalCase(field)), isSent),
      description: inside.description,
      isRequired: required.has(field),
    }))
    const needed = fields.filter(({ isRequired }) => isRequired)
    const optional = fields.filter(({ isRequired }) => !isRequired)
    const doc = docstring(schema.description, 4)
    if (optional.length === 0) {
      this.#written.set(name, classOf(name, 'TypedDict', needed, doc))
    } else if (needed.length === 0) {
      this.#written.set(name, classOf(name, 'TypedDict, total=False', optional, doc))
    } else {
      const base = `_${name}Required`
      this.#written.set(name, [
        ...classOf(base, 'TypedDict', needed, []),
        '',
        '',
        ...classOf(name, `${base}, total=False`, optional, doc),
      ])
    }
  }
}

/** Names of texts that are dates or times. */
const DATED = /^(?:from|to|now|cutOff|date|effectiveFrom)$|(?:Date|At|Since|PeriodStart|PeriodEnd)$/

/** Returns a type that also accepts dates and times, where the field of a request is one. */
export function dated(field: string, type: string, isSent: boolean): string {
  return isSent && DATED.test(field) ? type.replace(/\bstr\b/, 'DateLike') : type
}

/** An alias, with one value a line where it is long. */
function aliasOf(name: string, type: string): string[] {
  const line = `${name} = ${type}`
  const [, values] = /^Literal\[(.*)\]$/.exec(type) ?? []
  if (values === undefined || line.length <= 100) return [line]
  return [`${name} = Literal[`, ...values.split(', ').map((one) => `    ${one},`), ']']
}

const TYPING = new Set(['Any', 'Dict', 'List', 'Literal', 'None', 'Sequence', 'Union'])

type Field = { field: string; type: string; description: string | undefined }

/** A class, or a call where a field has a name that is a keyword of Python. */
function classOf(name: string, base: string, fields: Field[], doc: string[]): string[] {
  if (fields.every(({ field }) => /^\w+$/.test(field) && !isKeyword(field))) {
    const inside = fields.flatMap(({ field, type, description }) => [
      ...comment(description),
      `${field}: ${type}`,
    ])
    const gap = doc.length > 0 && inside.length > 0 ? [''] : []
    return [`class ${name}(${base}):`, ...doc, ...gap, ...indented(inside)]
  }
  if (!base.startsWith('TypedDict')) {
    const own = classOf(`_${name}Optional`, 'TypedDict, total=False', fields, [])
    const [required = ''] = base.split(',')
    const body = doc.length > 0 ? doc : ['    pass']
    return [...own, '', '', `class ${name}(${required}, _${name}Optional):`, ...body]
  }
  const total = base.includes('total=False') ? ', total=False' : ''
  const pairs = fields.map(({ field, type }) => `    ${quoted(field)}: ${quoted(type)},`)
  return [`${name} = TypedDict(`, `    ${quoted(name)}, {`, ...pairs, `    }${total}`, ')']
}

function valuesOf(values: readonly unknown[], isSent: boolean): string {
  const literal = `Literal[${values.map(python).join(', ')}]`
  return isSent ? literal : `Union[${literal}, str]`
}

function python(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return quoted(value)
}
