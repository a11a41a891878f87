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
 * Renames result columns to camel case. Keys inside json stay unchanged, because they are values.
 * The compiler renames the identifiers of queries, since the plugin would copy every query for
 * that.
 */
export class CamelCaseAnswers extends CamelCasePlugin {
  constructor() {
    super({ maintainNestedObjectKeys: true })
  }

  override transformQuery({ node }: { node: RootOperationNode }): RootOperationNode {
    return node
  }

  /** All rows of a result have the same columns, so each name is converted once. */
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

/** Writes identifiers in snake case, and decimals as plain text. */
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
