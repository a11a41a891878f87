/** Checks house rules that no linter covers. Each message states the rule and the fix. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wordProblems } from './words.ts'

type Rule = { pattern: RegExp; files: string; except?: RegExp; message: string }

const TESTS = /\.test\.ts$|test-support\.ts$|^server\/(test|bench)\//
const RULES: readonly Rule[] = [
  {
    pattern: /process\.env\b/,
    files: 'server/src/**/*.ts',
    except: /src\/config\.ts$|\.test\.ts$/,
    message: 'only config.ts reads the environment; take a Config',
  },
  {
    pattern: /\bparseFloat\(|\.toNumber\(/,
    files: 'server/src/{domain,features,commands/import}/**/*.ts',
    message: 'floats do not count money; use domain/money.ts',
  },
  {
    pattern: /\bnew Date\(\)|\bDate\.now\(|\bMath\.random\(|Temporal\.Now/,
    files: 'server/src/{domain,features,commands/import}/**/*.ts',
    except: TESTS,
    message: 'time and chance are arguments; take `now: Date`',
  },
  {
    // `Coupon as CouponBody` in an import is an alias, not a cast.
    pattern: /(?<!\b[A-Z]\w*[a-z]\w* )\bas (?!const\b)[A-Z][\w<>[\]]*\s*[,;)\n]|\bas any\b|: any\b/,
    files: 'server/src/{domain,features,commands/import}/**/*.ts',
    except: TESTS,
    message: 'a cast hides what the compiler knows; narrow the type instead',
  },
  {
    pattern: /invoice|customer|payment|catalog|pricing|coupon|subscription|\busage|principal/i,
    files: 'server/src/platform/**/*.ts',
    // Clients program against one table of all codes.
    except: /error-codes\.ts$|db\.gen\.ts$|\.test\.ts$|test-support\.ts$/,
    message: 'platform knows no word of billing; hand it in, or move this to its feature',
  },
  {
    pattern: /\bfor(No)?(Key)?Share\(|\bfor\s+(key\s+)?share\b/i,
    files: 'server/{src,migrations}/**/*.{ts,sql}',
    message: 'share locks on rows deadlock on Citus; use platform/advisory-lock.ts',
  },
  {
    pattern: /\.where\('[\w.]+', '[^']+', ('\w+'|true|false)\)/,
    files: 'server/src/**/*.ts',
    except: TESTS,
    message:
      'a prepared statement finds a partial index only by constants in its text; use sql.lit(…)',
  },
  {
    pattern: /\bparseFloat\(|\.toFixed\(/,
    files: 'web/src/**/*.{ts,tsx}',
    message: 'no money is computed in the browser; ui/money.ts shows what the service computed',
  },
  {
    pattern: /\bType\.Object\(/,
    files: 'server/src/features/**/*.ts',
    except: /(schemas|fields|routes)\.ts$|\.test\.ts$|test-support\.ts$/,
    message:
      'schemas are in schemas.ts, which is private to the feature, or in fields.ts for others to use',
  },
  {
    pattern: /dangerouslySetInnerHTML|\.innerHTML\b/,
    files: 'web/src/**/*.{ts,tsx}',
    message: 'names come from strangers; let React write them',
  },
  {
    pattern: /\bFIXME\b|\bTODO\b/,
    files: '{server,client,web,scripts}/**/*.{ts,tsx,mjs,sql}',
    except: /check-style\.ts$|node_modules/,
    message: 'finish it or take it out',
  },
  {
    pattern: /\.(only|skip|todo)\(/,
    files: '{server,client,web}/**/*.test.{ts,tsx}',
    except: /node_modules/,
    message: 'every test runs',
  },
]

const ROOT = join(import.meta.dirname, '..')
const problems = [...RULES.flatMap(breaches), ...wordProblems(ROOT)]
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0

function breaches({ pattern, files, except, message }: Rule): string[] {
  return globSync(files, { cwd: ROOT })
    .filter((file) => !except?.test(file))
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          pattern.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line)
            ? [`${file}:${index + 1} ${message}`]
            : [],
        ),
    )
}
