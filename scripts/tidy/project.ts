/** Reads the repository into memory for the rules; the only file of tidy that touches the disk. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { glossaryFrom } from './glossary.ts';
import type { Project } from './rule.ts';
import { sourceFile } from './source.ts';
import { type Manifest, type Workspace, workspaceOf } from './workspaces.ts';

const skippedFolders = new Set(['node_modules', 'dist', '.git', '.cache', 'data', 'screens', 'coverage']);
const readExtensions = /\.(ts|tsx|mjs|md|json|sql|css|html|yml|yaml|sh)$/;
const skippedFiles = /^package-lock\.json$/;

export function readProject(root: string): Project {
  const folders = ['', ...workspaceFolders(root)];
  const glossary = join(root, 'docs', 'glossary.md');
  return {
    files: filesBelow(root, '').map((path) => sourceFile(path, readFileSync(join(root, path), 'utf8'))),
    workspaces: folders.map((folder) => readWorkspace(root, folder)),
    glossary: glossaryFrom(existsSync(glossary) ? readFileSync(glossary, 'utf8') : ''),
  };
}

function workspaceFolders(root: string): readonly string[] {
  const manifest: { workspaces: string[] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return manifest.workspaces;
}

function readWorkspace(root: string, folder: string): Workspace {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return workspaceOf(folder, manifest);
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : filesBelow(root, path);
      return readExtensions.test(entry.name) && !skippedFiles.test(path) ? [path] : [];
    })
    .sort();
}
