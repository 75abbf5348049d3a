// NestJS on Express, as `nest new` and `nest generate resource users` lay it out, in one file: a
// controller, a service with an array, a class with decorators, the validation pipe as it comes.

import 'reflect-metadata';
import {
  Body,
  Controller,
  Delete,
  Get,
  Injectable,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Put,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsEmail,
  IsNotEmpty,
  IsOptional,
  IsString,
  ValidateNested,
} from 'class-validator';

const fault = process.env['FAULT'];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

class Address {
  @IsOptional() @IsString() city?: string;
  @IsOptional() @IsString() district?: string;
}

class CreateUserDto {
  @IsString() @IsNotEmpty() name!: string;
  @IsEmail() email!: string;
  @IsOptional() @IsBoolean() isPremium?: boolean;
  @IsOptional() @IsArray() @IsString({ each: true }) skills?: string[];
  @IsOptional() @ValidateNested() @Type(() => Address) address?: Address;
}

class UpdateUserDto {
  @IsOptional() @IsString() @IsNotEmpty() name?: string;
  @IsOptional() @IsEmail() email?: string;
  @IsOptional() @IsBoolean() isPremium?: boolean;
  @IsOptional() @IsArray() @IsString({ each: true }) skills?: string[];
  @IsOptional() @ValidateNested() @Type(() => Address) address?: Address;
}

interface User extends CreateUserDto {
  id: number;
}

const DEFAULTS = { isPremium: false, skills: [] as string[], address: {} as Address };

@Injectable()
class UsersService {
  private users: User[] = [
    { id: 1, name: 'Ada', email: 'ada@example.com', isPremium: true, skills: ['sql'] },
    { id: 2, name: 'Bo', email: 'bo@example.com', address: { city: 'Oslo', district: 'Frogner' } },
  ];
  private nextId = 3;
  private current: User | undefined;
  private readonly cached = new Map<number, User>();

  findAll(): User[] {
    return this.users;
  }

  async findOne(id: number): Promise<User> {
    if (fault === 'cached-item') {
      const known = this.cached.get(id);
      if (known) return known;
    }
    const user = this.users.find((one) => one.id === id);
    if (!user) throw new NotFoundException();
    if (fault === 'cached-item') this.cached.set(id, structuredClone(user));
    if (fault === 'field-of-singleton') {
      this.current = user;
      await pause(3);
      return this.current;
    }
    return user;
  }

  async create(dto: CreateUserDto): Promise<User> {
    let id = this.nextId;
    if (fault === 'id-read-before-await') {
      await pause(3);
      this.nextId = id + 1;
    } else this.nextId += 1;
    if (fault === 'id-is-length') id = this.users.length + 1;
    const user: User = fault === 'shared-defaults' ? { ...DEFAULTS, ...dto, id } : { ...dto, id };
    if (fault === 'saved-not-awaited') setTimeout(() => this.users.push(user), 30);
    else if (fault === 'lost-update') {
      const all = [...this.users];
      await pause(3);
      this.users = [...all, user];
    } else this.users.push(user);
    return user;
  }

  async update(id: number, dto: UpdateUserDto): Promise<User> {
    const index = this.users.findIndex((one) => one.id === id);
    const old = this.users[index];
    if (!old) throw new NotFoundException();
    let user: User = { ...old, ...dto, id };
    if (fault === 'or-the-old')
      user = {
        id,
        name: dto.name || old.name,
        email: dto.email || old.email,
        isPremium: dto.isPremium || old.isPremium,
        skills: dto.skills?.length ? dto.skills : old.skills,
        address: dto.address || old.address,
      } as User;
    if (fault === 'shared-defaults') {
      if (old.skills && dto.skills) old.skills.splice(0, old.skills.length, ...dto.skills);
      if (old.address && dto.address) Object.assign(old.address, dto.address);
      user = {
        ...user,
        skills: old.skills ?? dto.skills,
        address: old.address ?? dto.address,
      } as User;
    }
    if (fault === 'index-after-await') await pause(3);
    if (fault === 'update-not-stored') return user;
    this.users[index] = user;
    return user;
  }

  async remove(id: number | string): Promise<void> {
    const index = this.users.findIndex((one) => one.id === id);
    if (fault === 'splice-of-minus-one') {
      this.users.splice(index, 1);
      return;
    }
    if (fault === 'filter-by-text') {
      if (!this.users.some((one) => String(one.id) === id)) throw new NotFoundException();
      this.users = this.users.filter((one) => (one.id as unknown) !== id);
      return;
    }
    if (index < 0) throw new NotFoundException();
    if (fault === 'index-after-await') await pause(3);
    this.users.splice(index, 1);
  }
}

@Controller('users')
class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get() findAll() {
    return this.users.findAll();
  }
  @Get(':id') findOne(@Param('id', ParseIntPipe) id: number) {
    return this.users.findOne(id);
  }
  @Post() create(@Body() dto: CreateUserDto) {
    return this.users.create(dto);
  }
  @Put(':id') update(@Param('id', ParseIntPipe) id: number, @Body() dto: UpdateUserDto) {
    return this.users.update(id, dto);
  }
  @Delete(':id') remove(@Param('id') id: string) {
    return this.users.remove(fault === 'filter-by-text' ? id : Number(id));
  }
}

@Module({ controllers: [UsersController], providers: [UsersService] })
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: false });
app.useGlobalPipes(new ValidationPipe());
await app.listen(Number(process.env['PORT']), '127.0.0.1');
