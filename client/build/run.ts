/** Builds the package twice, for `import` and for `require`, each with its own types. */
import { execFileSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const CLIENT = join(import.meta.dirname, '..')
const COMMONJS = ['--module', 'commonjs', '--moduleResolution', 'bundler']

await rm(join(CLIENT, 'dist'), { recursive: true, force: true })
compile('esm', [])
compile('cjs', [...COMMONJS, '--verbatimModuleSyntax', 'false', '--esModuleInterop'])
await mkdir(join(CLIENT, 'dist/cjs'), { recursive: true })
// The package is an ES module package; this part of it is CommonJS.
await writeFile(join(CLIENT, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n')

function compile(outDir: string, flags: readonly string[]): void {
  const tsc = join(CLIENT, '../node_modules/.bin/tsc')
  const args = ['-p', join(CLIENT, 'tsconfig.build.json'), '--outDir', join(CLIENT, 'dist', outDir)]
  execFileSync(tsc, [...args, ...flags], { stdio: 'inherit' })
}
