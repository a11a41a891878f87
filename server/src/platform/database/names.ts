import {
  CamelCasePlugin,
  type PluginTransformResultArgs,
  PostgresQueryCompiler,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely'
import { isDecimal } from '../../domain/money.ts'

/**
 * The columns of an answer in camel case. Keys inside of json stay as they are: they are values. The
 * names of a query are the compiler's work, since the plugin would copy every query for it.
 */
export class CamelCaseAnswers extends CamelCasePlugin {
  constructor() {
    super({ maintainNestedObjectKeys: true })
  }

  override transformQuery({ node }: { node: RootOperationNode }): RootOperationNode {
    return node
  }

  /** All rows of an answer have the same columns: their names are looked up once. */
  override async transformResult({
    result,
  }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows
    if (!first) return result
    const names = Object.keys(first).map((column) => [column, this.camelCase(column)] as const)
    const rows = result.rows.map((row) => {
      const renamed: UnknownRow = {}
      for (const [column, name] of names) renamed[name] = row[column]
      return renamed
    })
    return { ...result, rows }
  }
}

const SNAKE_CASE = new Map<string, string>()

/** Writes names in snake case, and decimals as the text that they are. */
export class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    let written = SNAKE_CASE.get(name)
    if (written === undefined) {
      written = super.sanitizeIdentifier(snakeCase(name))
      SNAKE_CASE.set(name, written)
    }
    return written
  }

  protected override appendValue(value: unknown): void {
    super.appendValue(Array.isArray(value) ? value.map(asText) : asText(value))
  }
}

function asText(value: unknown): unknown {
  return isDecimal(value) ? value.toFixed() : value
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
