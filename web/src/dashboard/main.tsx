import { RouterProvider } from '@tanstack/react-router'
import { start } from '../ui/start.tsx'
import { createDashboardRouter } from './router.ts'

start(<RouterProvider router={createDashboardRouter()} />)
