import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { budgets } from './build/budgets.ts'
import { compress } from './build/compress.ts'
import { ROUTE_TREES } from './build/route-trees.ts'

/** The running service to which `npm run dev:web` forwards every request that is not for a page. */
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
    // `build/run.ts` decides the entry points and the output folder.
    rolldownOptions: {
      // It would warn above the keys of the first start, on any slow machine.
      checks: { bundlerTimings: false },
      // Names by hash only: every page lists the files it needs, and long names would outweigh its
      // code.
      output: {
        entryFileNames: 'assets/[hash].js',
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: ({ names: [name = ''] }) =>
          // The pages of the server refer to the font, whose name contains its version.
          name.endsWith('.woff2') ? `assets/${name}` : 'assets/[hash][extname]',
        // One file compresses better than thirty, and the first page needs all of it anyway.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
    modulePreload: { polyfill: false },
    target: 'es2023',
    // Browsers that support light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    reportCompressedSize: false,
    // `budgets` enforces the size limits instead.
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    emptyOutDir: false,
  },
  server: {
    proxy: {
      // The service accepts changes only from pages of its own origin.
      '^/(v1|docs|pay|checkout|r/|openapi.json)': { target: SERVICE, headers: { origin: SERVICE } },
    },
  },
})
