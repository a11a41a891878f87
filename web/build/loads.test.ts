import { expect, test } from 'vitest'
import { loadsOf } from './loads.ts'

const FILES = [
  {
    fileName: 'index.js',
    size: 10,
    entry: 'index',
    imports: ['common.js', 'shell.js'],
    styles: ['shell.css'],
  },
  { fileName: 'portal.js', size: 5, entry: 'portal', imports: ['common.js'] },
  { fileName: 'common.js', size: 100, imports: ['index.js'], styles: ['common.css'] },
  { fileName: 'shell.js', size: 20, imports: ['common.js'] },
  {
    fileName: 'team.js',
    size: 3,
    later: 'page' as const,
    imports: ['common.js', 'shell.js', 'table.js'],
  },
  { fileName: 'table.js', size: 7, imports: ['common.js'], styles: ['table.css'] },
  { fileName: 'common.css', size: 30 },
  { fileName: 'shell.css', size: 4 },
  { fileName: 'table.css', size: 2 },
]

test('a first load is the entry with everything that it needs, each once', () => {
  const [dashboard] = loadsOf(FILES)
  expect(dashboard).toMatchObject({ kind: 'dashboard', script: 130, style: 34 })
})

test('a page counts only files outside the first load of its application', () => {
  const page = loadsOf(FILES).find(({ kind }) => kind === 'page')
  expect(page).toMatchObject({ name: 'team.js', script: 10, style: 2 })
  expect(page?.files.toSorted()).toEqual(['table.css', 'table.js', 'team.js'])
})
