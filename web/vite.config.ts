import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { budgets } from './build/budgets.ts'
import { compress } from './build/compress.ts'
import { ROUTE_TREES } from './build/route-trees.ts'

/** Where `npm run dev:web` finds a running service for everything that is no page. */
const SERVICE = process.env.PUBLIC_URL || 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    ...ROUTE_TREES.map((tree) => tanstackRouter({ ...tree, autoCodeSplitting: true })),
    react(),
    compress(),
    budgets(),
  ],
  build: {
    // What is built of it, and into which folder, says `build/run.ts`.
    rolldownOptions: {
      // By their hash alone: each page names all that it needs, and long names add up to more than its code.
      output: {
        entryFileNames: 'assets/[hash].js',
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
        // One file packs better than thirty: all that the first page needs is fetched together anyway.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
    modulePreload: { polyfill: false },
    target: 'es2023',
    // Those that know light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    reportCompressedSize: false,
    // `budgets` knows what may be how large.
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    emptyOutDir: false,
  },
  server: {
    proxy: {
      // The service takes changes only from pages of its own address.
      '^/(v1|docs|pay|checkout|r/|openapi.json)': { target: SERVICE, headers: { origin: SERVICE } },
    },
  },
})
