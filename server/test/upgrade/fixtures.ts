import { readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { writeBackup } from '../../src/platform/backup/write-backup.ts'
import { type Answers, readEverything } from './answers.ts'
import { NOW, type Opened } from './world.ts'

const FOLDER = new URL('./schemas/', import.meta.url)
const fileOf = (schema: string, name: string) => new URL(`${schema}/${name}`, FOLDER).pathname

/** Schema versions with a backup fixture, created by that version. */
export const SCHEMAS: readonly string[] = readdirSync(FOLDER).sort()

export const backupOf = (schema: string): string => fileOf(schema, 'backup.gz')

/** Returns the answers of that version for its backup. */
export async function answersOf(schema: string): Promise<Answers> {
  return JSON.parse(gunzipSync(await readFile(fileOf(schema, 'answers.json.gz'))).toString())
}

export async function writeFixture(schema: string, { t, api }: Opened): Promise<void> {
  await mkdir(new URL(schema, FOLDER), { recursive: true })
  await writeBackup(t.database.url, backupOf(schema), NOW)
  const answers = JSON.stringify(await readEverything(api))
  await writeFile(fileOf(schema, 'answers.json.gz'), gzipSync(answers))
}
