import { afterEach, expect } from 'vitest'
import { losableTables, watchCommits } from './watch-commits.ts'

// Before the app opens its connections.
watchCommits()

/** No row that was said to be committed is lost with its node. */
afterEach(() => expect(losableTables()).toEqual([]))
