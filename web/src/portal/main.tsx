import { createRouter, RouterProvider } from '@tanstack/react-router'
import { start } from '../ui/start.tsx'
import { routeTree } from './routes.gen.ts'

// Types of the dashboard's routes are registered; these routes are few and link nowhere.
start(<RouterProvider router={createRouter({ routeTree })} />)
