import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { replaceFolder } from './replace-folder.ts'
import { isFresh, stampOf, writeStamp } from './stamp.ts'

async function webFolder() {
  const root = await mkdtemp(join(tmpdir(), 'piecework-web-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const web = join(root, 'web')
  await mkdir(join(web, 'src', 'ui'), { recursive: true })
  await writeFile(join(root, 'package-lock.json'), 'packages')
  await writeFile(join(web, 'index.html'), 'page')
  await writeFile(join(web, 'src', 'ui', 'money.ts'), 'money')
  return { root, web }
}

test('a build is fresh until a source or a package changes, regardless of file times', async () => {
  const { root, web } = await webFolder()
  const first = await stampOf(web)
  await writeStamp(root, first)
  await utimes(join(web, 'index.html'), new Date(), new Date())
  expect(await isFresh(root, await stampOf(web))).toBe(true)
  await writeFile(join(web, 'src', 'ui', 'money.ts'), 'other money')
  const second = await stampOf(web)
  expect(await isFresh(root, second)).toBe(false)
  await writeFile(join(root, 'package-lock.json'), 'other packages')
  expect(await stampOf(web)).not.toBe(second)
  expect(await isFresh(join(root, 'nowhere'), first)).toBe(false)
})

test('a folder is replaced as a whole; a build that fails leaves the old one', async () => {
  const { root } = await webFolder()
  const path = join(root, 'dist')
  const makes = (text: string) => async (folder: string) => {
    await mkdir(folder)
    await writeFile(join(folder, text), text)
  }
  await replaceFolder(path, makes('one'))
  await replaceFolder(path, makes('two'))
  expect(await readdir(path)).toEqual(['two'])
  const failing = replaceFolder(path, async (folder) => {
    await makes('three')(folder)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await readFile(join(path, 'two'), 'utf8')).toBe('two')
  expect(await readdir(root)).toEqual(['dist', 'package-lock.json', 'web'])
})

test('concurrent builds leave one complete folder', async () => {
  const { root } = await webFolder()
  const path = join(root, 'dist')
  const make = async (folder: string) => {
    await mkdir(folder)
    await writeFile(join(folder, 'index.html'), 'page')
  }
  await Promise.all([1, 2, 3, 4].map(() => replaceFolder(path, make)))
  expect(await readdir(path)).toEqual(['index.html'])
})
