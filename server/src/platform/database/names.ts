import { CamelCasePlugin, PostgresQueryCompiler, type RootOperationNode } from 'kysely'
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
