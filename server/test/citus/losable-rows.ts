import { afterEach, expect } from 'vitest'
import { losableTables, watchCommits } from './watch-commits.ts'

// Runs before the app opens its connections.
watchCommits()

/** Asserts that no row reported as committed could be lost with its node. */
afterEach(() => expect(losableTables()).toEqual([]))
